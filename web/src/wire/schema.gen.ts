// Generated from the server's openapi.json by scripts/schema.mjs. Do not edit.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** An RFC 9457 problem document. `code` is stable; more members may follow. */
export interface Problem {
  title: string
  status: number
  code: string
  detail: string
}

/** Agents, in the program's order. */
export interface AgentList {
  agents: AgentView[]
}

/** An agent. `model` names it; instructions and options stay with the server. */
export interface AgentView {
  name: string
  description: string
  model: string
  tools: ToolView[]
}

/** A tool: what it does, what it wants, and whether a yes may be needed. */
export interface ToolView {
  name: string
  description: string
  parameters: Record<string, Json>
  effect: "destructive" | "read" | "write"
  approval: string
  source: string
}

/** Threads, last updated first. `before` asks for older ones; None when there are none. */
export interface ThreadList {
  threads: Thread[]
  before?: number | null
}

/**
 * A conversation, owned by one user of one tenant.
 *
 * `untrusted` is sticky: once the thread has read content that nobody vouches for, it stays.
 * `deleted_at` takes it out of its owner's sight; the log stays. Times in ms since the epoch.
 */
export interface Thread {
  id: string
  tenant: string
  user: string
  agent: string
  created_at: number
  updated_at: number
  title?: string
  untrusted?: boolean
  deleted_at?: number
}

/** What may be changed of a thread: its title. */
export interface ThreadPatch {
  title: string
}

/** Messages, oldest first, exactly as a model would read them; and the calls that they hold. */
export interface MessageList {
  messages: (UserMessage | AssistantMessage | ToolMessage)[]
  calls: CallView[]
}

/** What a person said. */
export interface UserMessage {
  role: "user"
  id: string
  parts: (TextPart | FilePart)[]
}

/** Words. */
export interface TextPart {
  type: "text"
  text: string
}

/**
 * A file that a user attached, inline. The server never fetches an address that a client names.
 *
 * `data` is base64; `media_type` an IANA media type.
 */
export interface FilePart {
  type: "file"
  data: string
  media_type: string
  name?: string
}

/** What a model said, in its own order. `aborted` marks an answer that was cut off. */
export interface AssistantMessage {
  role: "assistant"
  id: string
  parts: (TextPart | ReasoningPart | CallPart)[]
  aborted?: boolean
}

/**
 * Visible reasoning, and what the provider wants back unchanged with it.
 *
 * `opaque` holds the provider's own block (signature, encrypted content); only the provider
 * named in `provider` ever sees it again.
 */
export interface ReasoningPart {
  type: "reasoning"
  text: string
  provider?: string
  opaque?: Json
}

/**
 * A tool call that a model proposes.
 *
 * `id` is ours and unique everywhere (providers reuse theirs); it is also the idempotency key.
 * `arguments` is the raw JSON text as the model wrote it. `opaque` goes back to the provider
 * that made the call (a thought signature, for example).
 */
export interface CallPart {
  type: "call"
  id: string
  name: string
  arguments: string
  provider?: string
  provider_id?: string
  opaque?: Json
}

/** The result of one call as the model reads it. */
export interface ToolMessage {
  role: "tool"
  id: string
  call_id: string
  name: string
  text: string
  is_error?: boolean
}

/**
 * What became of a tool call.
 *
 * Args:
 *     call_id: Which; the messages name it.
 *     name: The tool.
 *     arguments: Those that ran, or would have: parsed, and edited if a person did so.
 *     verdict: The gate's word, with its code.
 *     code: Why, stable.
 *     outcome: How it ended; None while it has not.
 *     result: What the person sees of its result.
 *     truncated: The model saw less than the person.
 *     untrusted: Third parties may have written the result.
 *     ms: How long it ran.
 */
export interface CallView {
  call_id: string
  name: string
  arguments?: Json
  verdict?: string
  code?: string
  outcome?: "cancelled" | "done" | "expired" | "failed" | "invalid" | "refused" | "rejected" | "skipped" | "superseded" | "timed_out" | "unavailable" | "unknown_tool" | null
  result?: Json
  truncated?: boolean
  untrusted?: boolean
  ms?: number
}

/**
 * What begins a run.
 *
 * Args:
 *     agent: Who answers.
 *     message: What the person says: words, or parts with words and inline files.
 *     thread_id: The conversation; empty begins one.
 *     run_id: Your own id for the run; empty makes one.
 *     message_id: Your own id for the message; empty makes one.
 *     on_new_message: What happens to open questions of the thread; empty leaves it to the agent,
 *         and an agent that says nothing refuses.
 *     replaces: A turn that this one takes the place of, with all later ones.
 */
export interface NewRun {
  agent: string
  message: string | MessageIn
  thread_id?: string
  run_id?: string
  message_id?: string
  on_new_message?: "" | "refuse" | "supersede"
  replaces?: string
}

/** Words and files in order. */
export interface MessageIn {
  parts: (TextIn | FileIn)[]
}

/** Words. */
export interface TextIn {
  type: "text"
  text: string
}

/**
 * A file, inline. `data` is base64; there is no way to name an address.
 *
 * `media_type` is an IANA media type, for example `image/png`.
 */
export interface FileIn {
  type: "file"
  data: string
  media_type: string
  name?: string
}

/**
 * The execution of one request.
 *
 * `hidden`: an edit or a regeneration replaced its turn; the log keeps it, the history does
 * not. `fence` grows with each claim; a write with an old fence is refused. `cancel_by` is
 * set when somebody asked to stop it.
 */
export interface Run {
  id: string
  tenant: string
  user: string
  thread_id: string
  turn_id: string
  agent: string
  status: "cancelled" | "failed" | "interrupted" | "queued" | "running" | "success"
  created_at: number
  resumes?: string
  channel?: string
  ended_at?: number
  last_seq?: number
  fence?: number
  hidden?: boolean
  cancel_by?: string
  cancel_reason?: string
  code?: string
  text?: string
  brake?: string
  usage?: Usage
}

/**
 * What one model call, or a sum of calls, used. All figures are tokens.
 *
 * `input_tokens` includes `cached_tokens` and `cache_write_tokens`; `output_tokens`
 * includes `reasoning_tokens`. A provider that reports nothing gives `known=False`, never
 * zeros that pretend to be facts.
 */
export interface Usage {
  input_tokens?: number
  output_tokens?: number
  cached_tokens?: number
  cache_write_tokens?: number
  reasoning_tokens?: number
  known?: boolean
}

/** Runs, newest first. `before` asks for older ones; None when there are none. */
export interface RunList {
  runs: Run[]
  before?: number | null
}

/** A run, what it waits for, and its last words. */
export interface RunView {
  run: Run
  open: Question[]
  text?: string
}

/** A stored interrupt with its decision, if there is one. */
export interface Question {
  interrupt: Interrupt
  decision?: Decision | null
}

/**
 * A question to a person, exactly as it is asked.
 *
 * `digest` binds an approval to the SHA-256 of the canonical, validated arguments, and
 * `fingerprint` to the tool as it was shown (`domain.fingerprint`). `schema` is the JSON
 * Schema of the answer. Times in ms since the epoch. `untrusted` says that the thread had read
 * content that nobody vouches for when the question was asked. `approver` is a role that the
 * answer needs; `four_eyes` keeps the run's own user from answering.
 */
export interface Interrupt {
  id: string
  kind: "approval" | "brake" | "indeterminate" | "input"
  tenant: string
  user: string
  thread_id: string
  run_id: string
  turn_id: string
  agent: string
  question: string
  schema: Record<string, Json>
  opened_at: number
  expires_at: number
  call_id?: string
  tool?: string
  arguments?: Json
  digest?: string
  fingerprint?: string
  code?: string
  untrusted?: boolean
  approver?: string
  four_eyes?: boolean
}

/**
 * What became of a question, who said so, when, why and through which door.
 *
 * `answer` obeys the interrupt's schema when `status` is `answered`. `channel` is `api`,
 * `agui`, `aisdk`, `cli`, `web` or `system`.
 */
export interface Decision {
  status: "answered" | "cancelled" | "expired" | "open" | "superseded"
  by: string
  at: number
  channel: string
  answer?: Json
  reason?: string
}

/** Why a run is to stop, in a person's words. */
export interface Cancel {
  reason?: string
}

/** Events in order. `last_seq` is the cursor to go on with; `over`: no more will come. */
export interface EventPage {
  events: Event[]
  last_seq: number
  over: boolean
}

/** A fact in its place: `seq` counts 1, 2, 3 … in the run; `time` in ms since the epoch. */
export interface Event {
  run_id: string
  seq: number
  time: number
  data: RunStarted | ModelStarted | ModelDelta | ModelEnded | ModelFailed | ToolJudged | ToolStarted | ToolProgressed | Shown | ToolEnded | InterruptOpened | InterruptClosed | Spoken | Noted | RunEnded
}

/** A run begins: with a person's message, or (`resumes`) with answers to questions. */
export interface RunStarted {
  type: "run.start"
  thread_id: string
  turn_id: string
  agent: string
  tenant: string
  user: string
  message?: UserMessage | null
  resumes?: string
  replaces?: string
  channel?: string
}

/** A model is about to be called. `call_index` counts model turns of the run, from 1. */
export interface ModelStarted {
  type: "model.start"
  message_id: string
  call_index: number
  attempt: number
  provider: string
  model: string
}

/** A fragment of an answer. For `arguments`, the first fragment of a call names the tool. */
export interface ModelDelta {
  type: "model.delta"
  message_id: string
  kind: "arguments" | "reasoning" | "text"
  text: string
  call_id?: string
  name?: string
}

/** The whole answer. The calls that it holds are thereby proposed. */
export interface ModelEnded {
  type: "model.end"
  message: AssistantMessage
  stop: "content_filter" | "error" | "length" | "other" | "pause" | "refusal" | "stop" | "tool_use" | "unknown"
  usage?: Usage
  provider?: string
  model?: string
  response_id?: string
}

/**
 * An attempt failed or was cut off. `action` says what the loop does about it.
 *
 * `text` is for a person, `detail` for the log; `wait` is in seconds; `partial` is what
 * had streamed, without calls.
 */
export interface ModelFailed {
  type: "model.error"
  message_id: string
  kind: "auth" | "bad_answer" | "bad_request" | "broken_stream" | "content_filter" | "context_length" | "network" | "not_found" | "overloaded" | "quota" | "rate_limit" | "server" | "cancelled" | "interrupted"
  text: string
  action: "fallback" | "give_up" | "retry"
  detail?: string
  status?: number
  wait?: number
  usage?: Usage
  partial?: AssistantMessage | null
}

/**
 * The gate's verdict on a proposed call, before anything runs.
 *
 * `arguments` are parsed and valid unless the verdict is `invalid` or `unknown_tool`.
 * `result` is what the model reads when the verdict already ends the call.
 */
export interface ToolJudged {
  type: "tool.judged"
  call_id: string
  name: string
  verdict: "allow" | "ask" | "invalid" | "refuse" | "unknown_tool"
  code: string
  arguments?: Json
  digest?: string
  reason?: string
  result?: ToolResult | null
}

/**
 * One result, three readers.
 *
 * `model` is text for the model; `person` is JSON for a person, whole; `debug` is for the
 * log alone and never leaves it.
 */
export interface ToolResult {
  model: string
  person?: Json
  debug?: string
  truncated?: boolean
}

/** The tool is about to be invoked. Durable before the invocation. */
export interface ToolStarted {
  type: "tool.start"
  call_id: string
  name: string
  attempt: number
  repeatable: boolean
  digest: string
  arguments?: Json
}

/** A running tool shows progress. */
export interface ToolProgressed {
  type: "tool.progress"
  call_id: string
  data: Json
}

/** A running tool shows something beside the answer, in place of an earlier one of its name. */
export interface Shown {
  type: "show"
  call_id: string
  exhibit: Todo | Plan | Artifact | Chart
}

/** What there is to do, and how far it is. */
export interface Todo {
  kind: "todo"
  id: string
  items: Item[]
  title?: string
}

/** A line of a todo list, or a step of a plan. */
export interface Item {
  text: string
  state?: "active" | "done" | "failed" | "open"
}

/** The way to a goal, step by step. */
export interface Plan {
  kind: "plan"
  id: string
  steps: Item[]
  title?: string
}

/** A page or a picture, as its source. Whoever shows it keeps it from everything else. */
export interface Artifact {
  kind: "artifact"
  id: string
  title: string
  source: string
  form?: "html" | "svg"
}

/** Figures, as data: drawing them is the client's business. */
export interface Chart {
  kind: "chart"
  id: string
  type: "bar" | "line"
  labels: string[]
  series: Series[]
  title?: string
  unit?: string
}

/** Values of a chart, one for each label; None is a gap. */
export interface Series {
  values: (number | null)[]
  name?: string
}

/** A call has its one result. `untrusted`: third parties may have written what it returned. */
export interface ToolEnded {
  type: "tool.end"
  call_id: string
  name: string
  kind: "cancelled" | "done" | "expired" | "failed" | "invalid" | "refused" | "rejected" | "skipped" | "superseded" | "timed_out" | "unavailable" | "unknown_tool"
  result: ToolResult
  code?: string
  ms?: number
  untrusted?: boolean
}

/** A question to a person is stored. */
export interface InterruptOpened {
  type: "interrupt.open"
  interrupt: Interrupt
}

/** A question got its decision; told by the run that goes on because of it. */
export interface InterruptClosed {
  type: "interrupt.close"
  interrupt_id: string
  decision: Decision
  call_id?: string
}

/** The server itself says something to the person, in a model's place: why it stopped. */
export interface Spoken {
  type: "say"
  message: AssistantMessage
  code: string
}

/** Something worth keeping that changes nothing: an ignored forgery, a dropped part. */
export interface Noted {
  type: "note"
  code: string
  text: string
  data?: Json
}

/** The one end of a run. `usage` is this run's own; `brake` names the limit that was hit. */
export interface RunEnded {
  type: "run.end"
  status: "cancelled" | "failed" | "interrupted" | "success"
  code?: string
  text?: string
  by?: string
  brake?: string
  usage?: Usage
}

/** Questions, newest first. */
export interface Inbox {
  interrupts: QuestionView[]
}

/**
 * A question, where it stands, and its arguments as they must be shown.
 *
 * `shown` is the canonical JSON of the arguments with every invisible character escaped;
 * `length` counts its characters, so that a card can tell that it shows them all.
 */
export interface QuestionView {
  interrupt: Interrupt
  status: "answered" | "cancelled" | "expired" | "open" | "superseded"
  decision?: Decision | null
  shown?: string
  length?: number
}

/**
 * An answer, or `abandon`: close the question without one.
 *
 * Args:
 *     answer: Must fit the question's schema, for example `{"approved": true}`.
 *     abandon: Close the question; what it was about does not happen.
 *     digest: SHA-256 of the arguments that the person saw; another one is refused.
 */
export interface AnswerIn {
  answer?: Json
  abandon?: boolean
  digest?: string
}

/**
 * What an answer did.
 *
 * Args:
 *     question: The question with its decision.
 *     run_id: The run that goes on because of it; empty while questions are open.
 *     remaining: Ids of the turn's open questions.
 *     repeated: The same answer had been taken before.
 */
export interface AnswerOut {
  question: QuestionView
  run_id?: string
  remaining?: string[]
  repeated?: boolean
}

/** A rating: `value` 1 is good, -1 is bad, 0 takes it back; a comment may say why. */
export interface RatingBody {
  value: number
  comment?: string
}

/** A person's word on an answer: `value` 1 is good, -1 is bad, 0 takes it back. */
export interface Rating {
  thread_id: string
  message_id: string
  user: string
  value: number
  rated_at: number
  comment?: string
}

/** The ratings of a thread's answers. */
export interface RatingList {
  ratings: Rating[]
}

/** The code of the address that `serve` printed. */
export interface CodeBody {
  code: string
}

/** A bearer token, and until when it works, ms since the epoch. */
export interface Session {
  token: string
  until: number
}

/** A code that opens one session; put it behind `/#code=`. */
export interface Invitation {
  code: string
}
