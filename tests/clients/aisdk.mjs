// Plays a conversation with the real chat of the AI SDK, the class that useChat is made of, and
// prints what it made of it.
//
// Standard input: {url, token, chatId, steps}; standard output: one JSON report.
// A step is {say: text}, {click: [true, false, …], reason}, {edit_call: arguments} (approve them in
// the place of the model's), {output: value} (the answer to a question), {regenerate: true},
// {edit: text}, {stop: text} (say it, press stop when words come), {cut: text} (say it, lose the
// network when words come, then come back), or {reload: true}.
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { Chat } from "@ai-sdk/react";
import {
  convertToModelMessages,
  DefaultChatTransport,
  isToolUIPart,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
  safeValidateUIMessages,
} from "ai";

const order = JSON.parse(await text(process.stdin));
const headers = { Authorization: `Bearer ${order.token}` };
const address = (what) => `${order.url}/${encodeURIComponent(order.chatId)}/${what}`;
const posts = [];
let cutting = false;

// The network: counts what the client sends, and breaks off the body when it is told to.
async function network(input, init) {
  if (init?.method === "POST") posts.push(JSON.parse(init.body));
  const response = await fetch(input, init);
  if (!cutting || !response.body) return response;
  const cut = new TransformStream({
    transform(bytes, out) {
      if (words(chat.lastMessage)) {
        cutting = false;
        out.error(new TypeError("network error"));
      } else out.enqueue(bytes);
    },
  });
  return new Response(response.body.pipeThrough(cut), response);
}

const answered = (state) =>
  lastAssistantMessageIsCompleteWithApprovalResponses(state) ||
  (order.outputs && lastAssistantMessageIsCompleteWithToolCalls(state));

function open(messages) {
  return new Chat({
    id: order.chatId,
    messages,
    transport: new DefaultChatTransport({ api: order.url, headers, fetch: network }),
    sendAutomaticallyWhen: answered,
    onError: () => {},
  });
}

const cards = (message) => (message?.parts ?? []).filter(isToolUIPart);
const asking = (message) => cards(message).filter((part) => part.state === "approval-requested");
const words = (message) =>
  message?.role === "assistant" &&
  message.parts.some((part) => part.type === "text" && part.text.length > 4);

async function until(holds) {
  while (!holds()) await pause(5);
}

async function settle() {
  // What is sent automatically is sent without being awaited.
  for (let quiet = 0; quiet < 5; quiet++) {
    await pause(10);
    if (chat.status === "submitted" || chat.status === "streaming") quiet = 0;
  }
}

const play = {
  say: (step) => chat.sendMessage({ text: step.say }),
  edit: (step) => {
    const mine = chat.messages.findLast((message) => message.role === "user");
    return chat.sendMessage({ text: step.edit, messageId: mine.id });
  },
  regenerate: () => chat.regenerate(),
  click: async (step) => {
    for (const [place, part] of asking(chat.lastMessage).entries()) {
      const approved = step.click[place];
      await chat.addToolApprovalResponse({ id: part.approval.id, approved, reason: step.reason });
    }
  },
  edit_call: async (step) => {
    const [{ approval }] = asking(chat.lastMessage);
    const answers = { [approval.id]: { approved: true, editedArgs: step.edit_call } };
    const options = { body: { answers } };
    await chat.addToolApprovalResponse({ id: approval.id, approved: true, options });
  },
  output: async (step) => {
    const [part] = asking(chat.lastMessage);
    const { toolCallId } = part;
    await chat.addToolOutput({ tool: part.type.slice(5), toolCallId, output: step.output });
  },
  stop: async (step) => {
    const saying = chat.sendMessage({ text: step.stop });
    await until(() => words(chat.lastMessage));
    await fetch(address("stop"), { method: "POST", headers });
    await saying;
  },
  cut: async (step) => {
    cutting = true;
    await chat.sendMessage({ text: step.cut });
    report.cut = chat.error?.message;
    await chat.resumeStream();
  },
  reload: async () => {
    const stored = await fetch(address("messages"), { headers });
    chat = open(await stored.json());
    await chat.resumeStream();
  },
};

const report = { steps: [] };
let chat = open([]);
for (const step of order.steps) {
  const before = posts.length;
  await play[Object.keys(step)[0]](step);
  await settle();
  report.steps.push({
    posts: posts.length - before,
    status: chat.status,
    error: chat.error?.message ?? null,
    asking: asking(chat.lastMessage).length,
  });
}
report.messages = JSON.parse(JSON.stringify(chat.messages));
const valid = await safeValidateUIMessages({ messages: report.messages });
report.invalid = valid.success ? null : valid.error.message;
report.forModel = await convertToModelMessages(report.messages);
report.resumable = (await fetch(address("stream"), { headers })).status;
report.stored = await (await fetch(address("messages"), { headers })).json();
process.stdout.write(JSON.stringify(report));
