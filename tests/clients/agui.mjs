// Plays a conversation with the real AG-UI client and prints what the client made of it.
//
// Standard input: {url, token, client, threadId, steps}; standard output: one JSON report.
// A step is {say: text}, {answer: [payload, …]}, {cancel: true}, {again: true} (the last resume
// once more), or {reload: true} (a client that lost everything looks at the thread).
import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";

const order = JSON.parse(await text(process.stdin));
const { HttpAgent, buildResumeArray } = await import(order.client);

const report = { steps: [], warnings: [], messages: [] };
// The client tells what it had to strip, drop or could not apply through the console only.
console.warn = (...words) => report.warnings.push(words.map(String).join(" ").split("\n")[0]);
console.error = () => {};

const threadId = order.threadId ?? randomUUID();
const headers = { Authorization: `Bearer ${order.token}` };
const fresh = () => new HttpAgent({ url: order.url, headers, threadId });

let agent = fresh();
let resume;

async function run(parameters = {}) {
  const step = { events: [], outcome: null, error: null, thrown: null };
  const customs = [];
  try {
    await agent.runAgent(parameters, {
      onEvent: ({ event }) => {
        step.events.push(event.type);
        if (event.type === "CUSTOM") customs.push([event.name, event.value]);
        if (event.type === "RUN_ERROR") step.error = event.code;
        if (event.type === "RUN_FINISHED") step.outcome = event.outcome?.type ?? "finished";
      },
    });
  } catch (error) {
    step.thrown = String(error.message ?? error).split("\n")[0];
  }
  report.steps.push({ ...step, customs, pending: structuredClone(agent.pendingInterrupts ?? []) });
}

const decide = (answers) => {
  const pending = agent.pendingInterrupts;
  const decided = pending.map(({ id }, place) => [id, answers(place)]);
  resume = buildResumeArray(pending, Object.fromEntries(decided));
  return run({ resume });
};

for (const step of order.steps) {
  if ("say" in step) {
    agent.addMessage({ id: randomUUID(), role: "user", content: step.say });
    await run();
  } else if ("answer" in step) {
    await decide((place) => ({ status: "resolved", payload: step.answer[place] }));
  } else if ("cancel" in step) {
    await decide(() => ({ status: "cancelled" }));
  } else if ("again" in step) {
    await run({ resume });
  } else if ("reload" in step) {
    agent = fresh();
    await run();
  }
}

report.messages = agent.messages;
console.log(JSON.stringify(report));
