// Lets the real client of the AI SDK build messages from chunks.
//
// Standard input: {streams: [[chunk, …], …]}; standard output: {messages, errors}, one each.
import { text } from "node:stream/consumers";
import { readUIMessageStream } from "ai";

const { streams } = JSON.parse(await text(process.stdin));
const messages = [];
const errors = [];
for (const chunks of streams) {
  const stream = new ReadableStream({
    start(out) {
      for (const chunk of chunks) out.enqueue(chunk);
      out.close();
    },
  });
  let built;
  let broken = null;
  const onError = (error) => {
    broken ??= String(error.message ?? error);
  };
  for await (const message of readUIMessageStream({ stream, onError })) built = message;
  messages.push(built);
  errors.push(broken);
}
process.stdout.write(JSON.stringify({ messages, errors }));
