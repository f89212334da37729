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
  before?: string | null
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
 * set when somebody asked to stop it. `worker` drives it until `lease_until` (ms since the
 * epoch by the database's clock; 0: without a lease); `attempts` counts the claims since the
 * run was last let go of in good order. Of one tenant's runs a higher `priority` goes first.
 * `key` is the API key that it was begun with, if one was.
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
  worker?: string
  lease_until?: number
  attempts?: number
  priority?: number
  key?: string
}

/**
 * What one model call, or a sum of calls, used. Figures are tokens unless they say otherwise.
 *
 * `input_tokens` includes `cached_tokens`, `cache_write_tokens` (of which
 * `hour_write_tokens` stay for an hour) and `input_audio_tokens`; `output_tokens` includes
 * `reasoning_tokens` and `output_audio_tokens`. `cached_audio_tokens` are in both of theirs.
 * A provider that reports nothing gives `known=False`, never zeros that pretend to be facts;
 * `estimated` then says that the figures are ours.
 */
export interface Usage {
  input_tokens?: number
  output_tokens?: number
  cached_tokens?: number
  cache_write_tokens?: number
  reasoning_tokens?: number
  known?: boolean
  hour_write_tokens?: number
  input_audio_tokens?: number
  cached_audio_tokens?: number
  output_audio_tokens?: number
  web_searches?: number
  search_units?: number
  estimated?: boolean
}

/** Runs, newest first. `before` asks for older ones; None when there are none. */
export interface RunList {
  runs: Run[]
  before?: string | null
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
 * content that nobody vouches for when the question was asked. `approver` is a role or a group
 * that the answer needs; `four_eyes` keeps the run's own user from answering; `standing` lets
 * a yes carry `always`, which makes a rule (`domain.rules`).
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
  standing?: boolean
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
  data: RunStarted | ModelStarted | ModelHeld | ModelDelta | ModelEnded | ModelFailed | ToolJudged | ToolStarted | ToolProgressed | Shown | ToolEnded | InterruptOpened | InterruptClosed | Spoken | Noted | RunEnded
}

/**
 * A run begins: with a person's message, or (`resumes`) with answers to questions.
 *
 * `traceparent` names the span of somebody else's from which it was begun, as W3C has it, and
 * `tracestate` is what came with it.
 */
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
  key?: string
  traceparent?: string
  tracestate?: string
}

/**
 * A model is about to be called. `call_index` counts model turns of the run, from 1.
 *
 * `input_estimate` is about how many tokens are sent, for the case that nobody counts them.
 * `reserved`: room in quotas is held for this attempt. `version` is the agent's, and
 * `offered` names its tools; a driver says both once.
 */
export interface ModelStarted {
  type: "model.start"
  message_id: string
  call_index: number
  attempt: number
  provider: string
  model: string
  input_estimate?: number
  reserved?: boolean
  version?: string
  offered?: string[]
}

/** A model was not called, for a quota has no room left. `reason` finishes "because …". */
export interface ModelHeld {
  type: "model.hold"
  code: string
  reason: string
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

/**
 * The whole answer. The calls that it holds are thereby proposed. `bill`: what it cost.
 *
 * `thought` is how long each stretch of visible reasoning took, in ms, as its fragments came.
 */
export interface ModelEnded {
  type: "model.end"
  message: AssistantMessage
  stop: "content_filter" | "error" | "length" | "other" | "pause" | "refusal" | "stop" | "tool_use" | "unknown"
  usage?: Usage
  provider?: string
  model?: string
  response_id?: string
  bill?: Bill | null
  thought?: number[]
}

/**
 * What one attempt to call a model cost, computed when it ended; it never changes.
 *
 * Args:
 *     call_index: Which model call of the run this is, from 1.
 *     attempt: Which attempt at that call, from 1.
 *     provider: Who was asked.
 *     model: The model that answered, as the provider bills it.
 *     requested: The model that was asked for.
 *     kind: What kind of call it was.
 *     role: The role of the agent in a team; empty for one that works alone.
 *     outcome: How the attempt ended.
 *     fallback: The agent's own model had failed before.
 *     tier: The tier of service that the provider names; empty for the standard one.
 *     cost: In USD; None when nobody knows the price. A 0 is a real 0.
 *     version: The version of the price; empty without one.
 *     source: Where the usage comes from.
 *     consistent: False when the provider's figures contradicted one another.
 *     lines: How the cost came about.
 *     reported: What the provider itself says that the call cost, in USD; None if it says nothing.
 *     response_id: The provider's id of the answer.
 *     reserved: Room in quotas was reserved for this attempt; its row gives it back.
 *     at: When the call was made, ms since the epoch.
 */
export interface Bill {
  call_index: number
  attempt: number
  provider: string
  model: string
  requested: string
  kind?: "cache_hit" | "chat" | "embedding" | "judge" | "query_rewrite" | "rerank"
  role?: string
  outcome?: "cancelled" | "failed" | "ok"
  fallback?: boolean
  tier?: string
  cost?: string | null
  version?: string
  source?: "estimated" | "none" | "provider"
  consistent?: boolean
  lines?: Line[]
  reported?: string | null
  response_id?: string
  reserved?: boolean
  at?: number
}

/** One line of a bill: `quantity × price ÷ per`. `model` is set when it is another one. */
export interface Line {
  kind: "cache_read" | "cache_write" | "cache_write_1h" | "cached_audio" | "input" | "input_audio" | "output" | "output_audio" | "reasoning" | "search_unit" | "web_search"
  quantity: number
  price: string
  per: number
  usd: string
  model?: string
}

/**
 * An attempt failed or was cut off. `action` says what the loop does about it.
 *
 * `text` is for a person, `detail` for the log; `wait` is in seconds; `partial` is what
 * had streamed, without calls; `bill` is what it cost all the same.
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
  bill?: Bill | null
}

/**
 * The gate's verdict on a proposed call, before anything runs.
 *
 * `arguments` are parsed and valid unless the verdict is `invalid` or `unknown_tool`.
 * `result` is what the model reads when the verdict already ends the call. `approver` is the
 * role or group that must answer, `standing` whether a person's rule could answer the next time,
 * `rule` the id of the rule that did.
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
  approver?: string
  standing?: boolean
  rule?: string
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
  business?: boolean
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

/**
 * A turn, with all its runs.
 *
 * Args:
 *     trace_id: 32 hexadecimal digits.
 *     turn_id: The turn.
 *     spans: Each run, followed by what happened in it, by time.
 *     work_ms: How long a run of the turn was at work.
 *     waiting_ms: How long nothing ran because a person was asked. Not part of `work_ms`.
 *     model_ms: How long at least one model was at work.
 *     tool_ms: How long at least one tool was at work.
 *     tokens: Of all models.
 *     cost: In USD, of all that has a price.
 *     unpriced: How many attempts have none.
 *     errors: How many spans failed.
 *     over: Nothing of it goes on, and nobody is asked.
 */
export interface Trace {
  trace_id: string
  turn_id: string
  spans: TraceSpan[]
  work_ms: number
  waiting_ms: number
  model_ms: number
  tool_ms: number
  tokens: Tokens
  cost: string
  unpriced: number
  errors: number
  over: boolean
}

/**
 * Something that took time. Times in ms since the epoch.
 *
 * Args:
 *     id: 16 hexadecimal digits; follows from the ids of the log.
 *     parent: The span that it is part of; of a first run that of its caller, or empty.
 *     kind: What it is.
 *     name: By OpenTelemetry's conventions, for example `chat gpt-5`.
 *     run_id: The run that it began in.
 *     seq: The event that it began with.
 *     start: When it began.
 *     end: When it ended; None: it goes on.
 *     first_at: Of a model, when the first fragment came; 0: none came.
 *     status: How it stands.
 *     outcome: How it ended, in the log's own word.
 *     error: What kind of error, in a stable word; empty for none.
 *     attributes: By OpenTelemetry's GenAI conventions, and `interlock.*`.
 *     tokens: Disjoint counts; of a run, the sum of its models.
 *     cost: In USD; None: it costs nothing by its nature, or nobody knows its price.
 *     unpriced: How many attempts in it have no price.
 */
export interface TraceSpan {
  id: string
  parent: string
  kind: "gate" | "model" | "run" | "tool" | "wait"
  name: string
  run_id: string
  seq: number
  start: number
  end?: number | null
  first_at?: number
  status?: "error" | "ok" | "open"
  outcome?: string
  error?: string
  attributes?: Record<string, string | number | boolean | string[]>
  tokens?: Tokens | null
  cost?: string | null
  unpriced?: number
}

/** Disjoint counts: no token is in two of them. `other_units` are no tokens. */
export interface Tokens {
  input_tokens?: number
  cached_tokens?: number
  cache_write_tokens?: number
  output_tokens?: number
  reasoning_tokens?: number
  audio_tokens?: number
  other_units?: number
}

/** Questions, newest first. `before` asks for older ones; None when there are none. */
export interface Inbox {
  interrupts: QuestionView[]
  before?: string | null
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
 *     rule: The id of the standing rule that the answer made; empty when it made none.
 */
export interface AnswerOut {
  question: QuestionView
  run_id?: string
  remaining?: string[]
  repeated?: boolean
  rule?: string
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

/** Schedules, newest first. `before` asks for older ones; None when there are none. */
export interface ScheduleList {
  schedules: Schedule[]
  before?: string | null
}

/**
 * A message that an agent gets again and again, in the name of the user who made it.
 *
 * Args:
 *     id: Its id.
 *     tenant: Whose tenant it belongs to.
 *     user: Its runs are this user's, with this user's rights at the time of the run.
 *     name: What people call it.
 *     agent: Who answers.
 *     message: What the agent is told.
 *     timing: When.
 *     thread_id: The conversation in which it runs; empty: a new one each time.
 *     hook_id: A webhook that gets its results; empty: only those that asked for all of them.
 *     missed: What happens to slots that nobody served in time.
 *     overlap: What happens to a slot while the one before is not over: its run works, or waits
 *         for a person.
 *     jitter: Up to so many seconds are added to every slot, always the same ones.
 *     paused: Nothing fires.
 *     paused_why: Set when the server paused it itself.
 *     next_at: The next slot, ms since the epoch; 0: there is none.
 *     created_at: In ms since the epoch.
 *     updated_at: In ms since the epoch.
 */
export interface Schedule {
  id: string
  tenant: string
  user: string
  name: string
  agent: string
  message: string
  timing: Timing
  created_at: number
  updated_at: number
  thread_id?: string
  hook_id?: string
  missed?: "all" | "once" | "skip"
  overlap?: "allow" | "queue" | "skip"
  jitter?: number
  paused?: boolean
  paused_why?: string
  next_at?: number
}

/**
 * When slots are: exactly one of `cron`, `every` and `at` is set.
 *
 * Args:
 *     cron: Five fields, or a name such as `@daily`; see `domain.cron`.
 *     zone: The IANA time zone in which `cron` is read.
 *     every: Seconds from slot to slot, counted from `start`.
 *     start: The zero of an interval, ms since the epoch.
 *     at: The one slot of a schedule that fires once, ms since the epoch.
 */
export interface Timing {
  cron?: string
  zone?: string
  every?: number
  start?: number
  at?: number
}

/**
 * A schedule as a person writes it. One of `cron`, `every` and `at` says when.
 *
 * Args:
 *     name: What people call it.
 *     agent: Who answers.
 *     message: What the agent is told each time.
 *     cron: Five fields, or a name such as `@daily`.
 *     zone: The IANA time zone of `cron`.
 *     every: Seconds from slot to slot.
 *     start: The first slot of an interval, ms since the epoch; 0: one interval from now.
 *     at: The one time of a schedule that fires once, ms since the epoch.
 *     thread_id: A conversation of the caller's own; empty: a new one each time.
 *     hook_id: A webhook that gets the results.
 *     missed: Slots that nobody served: `skip` them, make up for the last `once`, or `all`.
 *     overlap: While the slot before is not over: `allow`, `skip` or `queue`.
 *     jitter: Up to so many seconds are added to every slot.
 */
export interface ScheduleForm {
  name: string
  agent: string
  message: string
  cron?: string
  zone?: string
  every?: number
  start?: number
  at?: number
  thread_id?: string
  hook_id?: string
  missed?: "all" | "once" | "skip"
  overlap?: "allow" | "queue" | "skip"
  jitter?: number
}

/** A way to say when; see `ScheduleForm`. */
export interface When {
  cron?: string
  zone?: string
  every?: number
  start?: number
  at?: number
  count?: number
}

/** The next times at which it fires, ms since the epoch, without jitter. */
export interface Coming {
  slots: number[]
}

/**
 * What is to change; see `ScheduleForm`. A new `cron`, `every` or `at` replaces the old
 * way of saying when.
 */
export interface SchedulePatch {
  name?: string
  agent?: string
  message?: string
  cron?: string
  zone?: string
  every?: number
  start?: number
  at?: number
  thread_id?: string
  hook_id?: string
  missed?: "all" | "once" | "skip"
  overlap?: "allow" | "queue" | "skip"
  jitter?: number
}

/** What became of a schedule's times, latest first. `before` asks for earlier ones. */
export interface SlotList {
  slots: Slot[]
  before?: number | null
}

/**
 * One time of a schedule, and what became of it. There is never a second of the same time.
 *
 * Args:
 *     schedule_id: Whose.
 *     tenant: Its tenant.
 *     slot: The scheduled time, ms since the epoch; without jitter.
 *     state: `fired`: it has a run; `waiting` for the slot before; `skipped`; `failed`.
 *     at: When this became so, ms since the epoch.
 *     why: Why it was skipped or failed: `missed`, `overlap`, `paused`, or a refusal's code.
 *     passed: How many slots this row stands for, itself included, when they were missed.
 *     manual: A person fired it by hand.
 *     thread_id: The conversation of its run.
 *     run_id: The first run.
 *     turn_id: Its turn, which goes on in other runs once a person has answered.
 */
export interface Slot {
  schedule_id: string
  tenant: string
  slot: number
  state: "failed" | "fired" | "skipped" | "waiting"
  at: number
  why?: string
  passed?: number
  manual?: boolean
  thread_id?: string
  run_id?: string
  turn_id?: string
}

/** A tenant's webhooks, newest first. */
export interface HookList {
  webhooks: Hook[]
}

/**
 * A subscription of a tenant. It has no secret in it, so that it may be shown.
 *
 * Args:
 *     id: Its id.
 *     tenant: Whose events it hears of.
 *     user: Who made it.
 *     name: What people call it.
 *     url: Where notices are posted to.
 *     events: Of what it hears.
 *     agent: Only of this agent's runs; empty: of all.
 *     details: Whether notices hold questions, tool arguments and answers.
 *     disabled_at: Since when nothing is sent any more, ms since the epoch; 0: it is on.
 *     disabled_why: Set when the server switched it off itself.
 *     rotated_at: When its present secret was made, ms since the epoch.
 *     created_at: In ms since the epoch.
 *     updated_at: In ms since the epoch.
 */
export interface Hook {
  id: string
  tenant: string
  user: string
  name: string
  url: string
  events: ("interrupt.decided" | "interrupt.expired" | "interrupt.opened" | "quota.exceeded" | "quota.warning" | "run.ended" | "schedule.result")[]
  created_at: number
  updated_at: number
  rotated_at: number
  agent?: string
  details?: boolean
  disabled_at?: number
  disabled_why?: string
}

/** A webhook as an administrator writes it; for the fields see `domain.hooks.Hook`. */
export interface HookForm {
  name: string
  url: string
  events: ("interrupt.decided" | "interrupt.expired" | "interrupt.opened" | "quota.exceeded" | "quota.warning" | "run.ended" | "schedule.result")[]
  agent?: string
  details?: boolean
}

/** A webhook and its new secret, which nobody is shown a second time. */
export interface MadeHook {
  hook: Hook
  secret: string
}

/** What is to change. `enabled` switches it off, and on again. */
export interface HookPatch {
  name?: string
  url?: string
  events?: ("interrupt.decided" | "interrupt.expired" | "interrupt.opened" | "quota.exceeded" | "quota.warning" | "run.ended" | "schedule.result")[]
  agent?: string
  details?: boolean
  enabled?: boolean
}

/**
 * One notice on its way to one webhook.
 *
 * Args:
 *     id: The header `webhook-id`; the same in every attempt.
 *     hook_id: Where it goes.
 *     tenant: Whose it is.
 *     event: Of what it tells.
 *     state: `pending` until it was taken, or until all attempts are used up (`failed`).
 *     attempts: How often it was sent.
 *     next_at: When it is sent again, ms since the epoch; 0: at once.
 *     created_at: When it happened, ms since the epoch.
 *     ended_at: When it was taken or given up, ms since the epoch.
 *     status: The receiver's last HTTP status; 0: there was no answer.
 *     error: Why the last attempt failed, in a word.
 *     run_id: The run that it is about.
 *     thread_id: Its conversation.
 */
export interface Delivery {
  id: string
  hook_id: string
  tenant: string
  event: string
  created_at: number
  state?: "delivered" | "failed" | "pending"
  attempts?: number
  next_at?: number
  ended_at?: number
  status?: number
  error?: string
  run_id?: string
  thread_id?: string
}

/** A webhook's notices, newest first. `before` asks for older ones; None: there are none. */
export interface DeliveryList {
  deliveries: Delivery[]
  before?: string | null
}

/** A notice and its body, as it was or will be sent. */
export interface DeliveryView {
  delivery: Delivery
  body: Json
}

/** Only what happened since then, ms since the epoch. */
export interface Since {
  since?: number
}

/** How many notices are sent once more. */
export interface Again {
  redelivered: number
}

/** The code of the address that `serve` printed; in server mode also an API key. */
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

/** Who the caller is. `auth` is `local` or `server`; `key` is the API key, if any. */
export interface Me {
  tenant: string
  user: string
  roles: string[]
  scopes: string[]
  method: string
  key: string
  auth: string
}

/** Users, newest first. `before` asks for older ones; None when there are none. */
export interface UserList {
  users: User[]
  before?: string | null
}

/**
 * Somebody of a tenant.
 *
 * `roles` were given by an administrator, `claimed` came with the user's last OIDC token. Both
 * count. `disabled_at` is 0 while the user may come in.
 */
export interface User {
  tenant: string
  id: string
  name?: string
  roles?: string[]
  claimed?: string[]
  created_at?: number
  disabled_at?: number
}

/**
 * A user as they shall be; what is left out is empty.
 *
 * Args:
 *     name: What people call them.
 *     roles: What they may do; `group:finance` makes a member of a group.
 *     disabled: Whether they are shut out. All their keys and sessions end then.
 */
export interface UserIn {
  name?: string
  roles?: string[]
  disabled?: boolean
}

/** Keys, newest first. `before` asks for older ones; None when there are none. */
export interface KeyList {
  keys: KeyView[]
  before?: string | null
}

/**
 * A key without its secret. Times in ms since the epoch; 0 for never.
 *
 * Args:
 *     id: `key_…`.
 *     user: As whom it acts.
 *     name: What it is called.
 *     kind: `key`, or `session` of the web UI.
 *     prefix: How its token begins.
 *     scopes: What it may be used for.
 *     created_at: When it was made.
 *     created_by: By whom.
 *     expires_at: When it ends.
 *     last_used_at: To the minute.
 *     revoked_at: When it was ended.
 *     replaces: The key that it is the successor of; of a session, the key that it came from.
 *     live: Whether it works now.
 */
export interface KeyView {
  id: string
  user: string
  name: string
  kind: "code" | "key" | "session"
  prefix: string
  scopes: string[]
  created_at: number
  created_by: string
  expires_at: number
  last_used_at: number
  revoked_at: number
  replaces: string
  live: boolean
}

/**
 * A key to be made.
 *
 * Args:
 *     name: What to call it.
 *     user: For whom; empty for oneself. Another one needs the role `admin`.
 *     scopes: Of `read`, `run`, `approve`, `admin`; empty gives all that the caller has.
 *     days: How long it works; 0 until it is revoked.
 */
export interface KeyIn {
  name?: string
  user?: string
  scopes?: string[]
  days?: number
}

/** A key and its token. The token is shown now and never again. */
export interface KeyMade {
  key: KeyView
  token: string
}

/** For how many hours the old key works beside its successor. */
export interface RotateIn {
  overlap_hours?: number
}

/** Tenants, newest first. `before` asks for older ones; None when there are none. */
export interface TenantList {
  tenants: Tenant[]
  before?: string | null
}

/**
 * A customer of this installation. Nothing of one is ever seen by another.
 *
 * `disabled_at`: since then nobody of it gets in; ms since the epoch, 0 while it is open.
 */
export interface Tenant {
  id: string
  name?: string
  created_at?: number
  disabled_at?: number
}

/** A tenant as it shall be. `disabled`: nobody of it gets in. */
export interface TenantIn {
  name?: string
  disabled?: boolean
}

/** Who becomes the tenant's first administrator. */
export interface AdminIn {
  user: string
}

/** The administrator's first key. The token is shown now and never again. */
export interface AdminMade {
  tenant: string
  user: string
  key_id: string
  token: string
}

/** Rules, newest first. `before` asks for older ones; None when there are none. */
export interface RuleList {
  rules: RuleView[]
  before?: string | null
}

/** A rule, and whether it counts now. */
export interface RuleView {
  rule: Rule
  live: boolean
}

/**
 * A standing permission. An empty `user`, `agent` or `thread_id` means everyone's, any.
 *
 * Args:
 *     id: `rule_…`.
 *     tenant: Whose it is.
 *     user: Whose calls it lets run.
 *     agent: Of which agent.
 *     thread_id: In which conversation.
 *     tool: The tool's name.
 *     fingerprint: The tool as it was shown (`domain.fingerprint`); another one is asked about.
 *     where: What the arguments must be.
 *     loose: Arguments that `where` does not name may be anything.
 *     created_by: Who made it. It counts only while they may still approve such calls.
 *     created_at: Ms since the epoch, as all times.
 *     expires_at: It always has an end.
 *     revoked_at: 0 while it is good.
 *     revoked_by: Who took it back.
 *     interrupt_id: The question whose answer made it; empty when it was made without one.
 *     reason: Why, in words.
 */
export interface Rule {
  id: string
  tenant: string
  user: string
  agent: string
  tool: string
  fingerprint: string
  created_by: string
  created_at: number
  expires_at: number
  thread_id?: string
  where?: Where[]
  loose?: boolean
  revoked_at?: number
  revoked_by?: string
  interrupt_id?: string
  reason?: string
}

/**
 * What one argument must be: exactly `equals`, a text that begins with `prefix`, or any.
 *
 * Args:
 *     field: The name of an argument.
 *     equals: The value, compared in canonical form; 1 and 1.0 are the same.
 *     prefix: The beginning. What follows must not climb out of it (`..`, escapes, backslashes).
 *     any: Whatever it is.
 */
export interface Where {
  field: string
  equals?: Json
  prefix?: string
  any?: boolean
}

/**
 * A rule to be made by hand.
 *
 * Args:
 *     agent: Whose calls.
 *     tool: Of which tool; not one that destroys.
 *     where: What the arguments must be; those not named must be absent.
 *     user: For whom; empty for oneself.
 *     days: How long; the setting `rule_days` is the most.
 *     loose: Arguments that `where` does not name may be anything; needs the role admin.
 *     any_agent: Also when another agent makes the call; needs the role admin.
 *     everybody: For every user of the tenant; needs the role admin.
 *     reason: Why, in words.
 */
export interface RuleIn {
  agent: string
  tool: string
  where: Where[]
  user?: string
  days?: number
  loose?: boolean
  any_agent?: boolean
  everybody?: boolean
  reason?: string
}

/** Acts, newest first. `before` asks for older ones; None when there are none. */
export interface ActList {
  acts: Act[]
  before?: number | null
}

/**
 * One administrative act.
 *
 * Args:
 *     number: Its place in the log; 0 until it is stored.
 *     time: Ms since the epoch.
 *     tenant: Where it counts.
 *     actor: The user who did it.
 *     action: `key.create` …: a noun and a verb.
 *     subject: The id of what was changed.
 *     details: What it was before and is now, without secrets.
 *     channel: Through which door.
 *     method: How the actor had proved it.
 */
export interface Act {
  time: number
  tenant: string
  actor: string
  action: string
  subject: string
  details?: Json
  channel?: string
  method?: string
  number?: number
}

/** Every difference between what is kept and what follows from the events. */
export interface Audited {
  differences: Difference[]
}

/**
 * Something that is kept and does not follow from the events.
 *
 * Args:
 *     what: `row`, `day`, `runs`, `actions`, `meter` or `reservation`.
 *     where: Which one.
 *     kept: What the table says; empty when it has none.
 *     right: What follows from the events; empty when nothing does.
 */
export interface Difference {
  what: string
  where: string
  kept: string
  right: string
}

/**
 * Every process of which there is word, and the queue.
 *
 * `whole`: false while only the answering process is known, because Redis is away or not used.
 */
export interface WorkerList {
  workers: WorkerView[]
  queue: Counts
  whole: boolean
}

/**
 * A process.
 *
 * `state`: `up`; `draining`, it takes no more work; `zombie`, it lives and holds runs that
 * do not get on; `lost`, it fell silent. `seen_ms_ago` is the age of its last heartbeat,
 * `idle_ms` how long none of its runs got on, `stalled_ms` how long its event loop has not
 * answered. `started_at` is in ms since the epoch.
 */
export interface WorkerView {
  id: string
  state: "draining" | "lost" | "up" | "zombie"
  role: "both" | "server" | "worker"
  host: string
  pid: number
  version: string
  started_at: number
  seen_ms_ago: number
  in_flight: number
  capacity: number
  draining: boolean
  idle_ms: number
  stalled_ms: number
}

/** How full a queue is. `set_aside`: deliveries that nobody is given any more. */
export interface Counts {
  waiting?: number
  taken?: number
  set_aside?: number
}

/**
 * The report of a stretch of days.
 *
 * Args:
 *     span: Which days, and whose.
 *     zone: The time zone in which they begin.
 *     by: By what the groups are made.
 *     groups: The parts; they add up to the total, to the last digit.
 *     total: All of it.
 *     lost: Of that, attempts that failed or were cancelled.
 *     fallback: Of that, answers that a fallback gave.
 *     count: Runs, actions and users.
 *     per_run: USD a run, whatever became of it; None without runs.
 *     per_user: USD an active user of the stretch; None without users.
 *     actions_per_usd: Business actions a dollar; None when nothing was spent.
 *     partial: Some calls have no price, so that the cost is too low.
 */
export interface Report {
  span: Span
  zone: string
  by: string[]
  groups: Sum[]
  total: Sum
  lost: Sum
  fallback: Sum
  count: Count
  per_run: string | null
  per_user: string | null
  actions_per_usd: string | null
  partial: boolean
}

/**
 * Days of a tenant, from `since` to before `until` (`2026-11-30`).
 *
 * `user` and `agent` narrow it; empty for all.
 */
export interface Span {
  tenant: string
  since: string
  until: string
  user?: string
  agent?: string
}

/**
 * What a group of calls used and cost. Members that are not grouped by are empty.
 *
 * `cost` in USD is that of the calls with a price; `unpriced` counts those without one, and
 * `estimated` those whose usage is ours. `day` may be a month.
 */
export interface Sum {
  day?: string
  user?: string
  agent?: string
  role?: string
  provider?: string
  model?: string
  kind?: string
  outcome?: string
  fallback?: boolean
  calls?: number
  tokens?: Tokens
  cost?: string
  unpriced?: number
  estimated?: number
}

/** Runs by how they ended, business actions by tool, and users with a booked call. */
export interface Count {
  runs?: Record<string, number>
  actions?: Record<string, number>
  users?: number
}

/** The rows of a run, and their sum. `partial`: some have no price. */
export interface RunUsage {
  rows: Entry[]
  cost: string
  partial: boolean
}

/**
 * A row: an attempt to call a model (revision 0), or a correction of one (above 0).
 *
 * `cost` in USD; None is unpriced. A correction's figures are differences, and `why` says what
 * it is: `repriced`, or `priced` when the row before had no price.
 */
export interface Entry {
  run_id: string
  call_index: number
  attempt: number
  tenant: string
  user: string
  agent: string
  thread_id: string
  at: number
  day: string
  provider: string
  model: string
  requested: string
  revision?: number
  seq?: number
  role?: string
  key?: string
  kind?: "cache_hit" | "chat" | "embedding" | "judge" | "query_rewrite" | "rerank"
  outcome?: "cancelled" | "failed" | "ok"
  fallback?: boolean
  tier?: string
  tokens?: Tokens
  cost?: string | null
  version?: string
  source?: "estimated" | "none" | "provider"
  consistent?: boolean
  reported?: string | null
  response_id?: string
  lines?: Line[]
  why?: string
}

/** The time zone in which the tenant's days begin. */
export interface Zone {
  zone: string
}

/** Calls made from, and to before, ms since the epoch; all of them by default. */
export interface Stretch {
  since?: number
  until?: number
  dry_run?: boolean
}

/** What differs. `written`: corrections were booked. */
export interface Repricing {
  changes: Repriced[]
  difference: string
  written: boolean
}

/** An attempt that would cost something else today. `old` None: it had no price. */
export interface Repriced {
  run_id: string
  call_index: number
  attempt: number
  provider: string
  model: string
  at: number
  old: string | null
  new: string
  version: string
}

/** What was booked by day of UTC, provider and model. */
export interface Booked {
  days: Sum[]
}

/** Every difference between what is kept and what follows from the events. */
export interface Recounted {
  differences: Difference[]
}

/**
 * The figures of a stretch of time.
 *
 * Args:
 *     since: From then on, ms since the epoch, a whole minute.
 *     until: To before.
 *     step: How long a point is, ms; days may be an hour longer or shorter.
 *     steps: Where each of them begins, ms since the epoch.
 *     zone: The time zone in which steps of a day and more begin.
 *     error: How far a percentile may be off, as a part of it.
 *     waiting: Runs that are over and not counted yet.
 *     versions: Which agents there are to choose from.
 *     totals: All of it.
 *     brakes: How often each brake stopped a run or asked.
 *     points: In order, without those in which nothing happened.
 *     agents: By agent and version, most runs first.
 *     models: Dearest first.
 *     tools: Most chosen first.
 *     roles: Dearest first.
 *     waits: By kind of question.
 *     routes: By agent and first choice, most calls first.
 */
export interface Dashboard {
  since: number
  until: number
  step: number
  steps: number[]
  zone: string
  error: number
  waiting: number
  versions: Version[]
  totals: Totals
  brakes: Record<string, number>
  points: Point[]
  agents: AgentLine[]
  models: ModelLine[]
  tools: ToolLine[]
  roles: RoleLine[]
  waits: WaitLine[]
  routes: RouteLine[]
}

/** An agent and one of its versions, of which there are runs. */
export interface Version {
  agent: string
  version: string
}

/**
 * All of it, as counts.
 *
 * Args:
 *     runs: Runs that ended, interrupted ones included.
 *     success: Of those, with an answer.
 *     failed: Of those, for good.
 *     cancelled: Of those, stopped by somebody.
 *     interrupted: Of those, because they wait for a person.
 *     took: From the begin of a run to its end.
 *     model_calls: Attempts to call a model.
 *     model_failed: Of those, failed ones.
 *     fallback: Of those, made because the agent's own model had failed.
 *     held: Calls that a quota did not let through.
 *     tool_calls: Calls that a model proposed.
 *     refused: Of those, refused by policy, permission or a limit.
 *     rejected: Of those, rejected by a person.
 *     expired: Of those, that nobody answered in time.
 *     invalid: Of those, with arguments that do not fit.
 *     tool_failed: Of those, that failed, timed out or met a service that was down.
 *     indeterminate: Calls of which nobody knew whether they happened.
 *     asked: Questions to people.
 *     waited: From a question to its decision.
 *     cost: USD of the calls with a price.
 *     unpriced: Calls without one.
 */
export interface Totals {
  runs?: number
  success?: number
  failed?: number
  cancelled?: number
  interrupted?: number
  took?: Spread
  model_calls?: number
  model_failed?: number
  fallback?: number
  held?: number
  tool_calls?: number
  refused?: number
  rejected?: number
  expired?: number
  invalid?: number
  tool_failed?: number
  indeterminate?: number
  asked?: number
  waited?: Spread
  cost?: string
  unpriced?: number
}

/** How long something took: how often, and the 50th and 95th percentile in ms. */
export interface Spread {
  count?: number
  p50?: number | null
  p95?: number | null
}

/** A step of time that begins at `at`, ms since the epoch. */
export interface Point {
  at: number
  success?: number
  failed?: number
  cancelled?: number
  interrupted?: number
  p95?: number | null
  cost?: string
  calls?: number
}

/** Runs of one version of an agent. `version` is empty where the log does not name it. */
export interface AgentLine {
  agent: string
  version: string
  runs?: number
  success?: number
  failed?: number
  cancelled?: number
  interrupted?: number
  took?: Spread
  model_calls?: number
  cost?: string
}

/** Attempts to call one model, as it was billed, with its provider before it. */
export interface ModelLine {
  model: string
  calls?: number
  ok?: number
  failed?: number
  cancelled?: number
  fallback?: number
  tokens_in?: number
  tokens_out?: number
  cost?: string
  unpriced?: number
  took?: Spread
  first_token?: Spread
}

/**
 * One tool, from the offer to what became of it.
 *
 * Args:
 *     tool: Its name, as the model said it.
 *     offered: Model calls that could have chosen it.
 *     chosen: Calls that a model proposed.
 *     invalid: Of those, with arguments that do not fit, or of a tool that is not there.
 *     refused: Of those, refused by policy, permission or a limit.
 *     asked: Of those, about which a person was asked.
 *     approved: Of those, with a yes.
 *     edited: Of those, with other arguments than the model's.
 *     rejected: Of those, with a no.
 *     expired: Of those, that nobody answered in time.
 *     done: Calls that ran and returned.
 *     failed: Calls that ran and failed, timed out, or met a service that was down.
 *     indeterminate: Calls of which nobody knew whether they happened.
 *     took: How long it ran.
 */
export interface ToolLine {
  tool: string
  offered?: number
  chosen?: number
  invalid?: number
  refused?: number
  asked?: number
  approved?: number
  edited?: number
  rejected?: number
  expired?: number
  done?: number
  failed?: number
  indeterminate?: number
  took?: Spread
}

/** What one role of agents spent; an agent that works alone has no role. */
export interface RoleLine {
  role: string
  calls?: number
  cost?: string
  unpriced?: number
}

/** Questions of one kind, and how long people took. */
export interface WaitLine {
  kind: string
  asked?: number
  answered?: number
  expired?: number
  superseded?: number
  cancelled?: number
  waited?: Spread
}

/**
 * Who answered the calls of an agent for which one model was the first choice.
 *
 * Each call is in one place: the first choice answered it, somebody else did, or nobody.
 *
 * Args:
 *     agent: Whose calls.
 *     route: What was chosen: `model`, by the agent's list of models.
 *     choice: The first choice, for a model with its provider before it, as it was asked for.
 *     calls: All of them; one call may take several attempts.
 *     first: Answered by the first choice.
 *     elsewhere: Answered by another one, by the fault for which the first choice was left.
 *     unanswered: Answered by nobody, by the last fault.
 */
export interface RouteLine {
  agent: string
  route: string
  choice: string
  calls?: number
  first?: number
  elsewhere?: Record<string, number>
  unanswered?: Record<string, number>
}

/** A line for each tool in a stretch of time, most chosen first. `error`: of percentiles. */
export interface ToolStats {
  since: number
  until: number
  error: number
  tools: ToolLine[]
}

/** How many runs are counted again, in the background. */
export interface Recounting {
  runs: number
}

/** Bounds, and how full they are now. */
export interface QuotaList {
  quotas: QuotaView[]
}

/**
 * A bound and how full it is now.
 *
 * `words` says it for people; `meters` are those of today or this month, the fullest first.
 */
export interface QuotaView {
  quota: Quota
  limit: string
  words: string
  meters: Meter[]
  state: "free" | "full" | "warning"
}

/**
 * A bound.
 *
 * Args:
 *     id: `quota_…`.
 *     tenant: Whose it is.
 *     scope: What it bounds.
 *     subject: Which user, agent or key; `*` for each of them; empty for the tenant.
 *     measure: Money or tokens.
 *     period: A day or a month in the tenant's time zone, or one run.
 *     cap: Picodollars or tokens.
 *     created_at: Ms since the epoch.
 *     created_by: The user who set it.
 */
export interface Quota {
  id: string
  tenant: string
  scope: "agent" | "key" | "tenant" | "user"
  subject: string
  measure: "tokens" | "usd"
  period: "day" | "month" | "run"
  cap: number
  created_at?: number
  created_by?: string
}

/** What was used and what is reserved: picodollars and tokens. */
export interface Meter {
  key: MeterKey
  spent_usd?: number
  spent_tokens?: number
  reserved_usd?: number
  reserved_tokens?: number
}

/** Which meter: whose, and for which stretch of time (`d:2026-11-30`, `m:2026-11`, …). */
export interface MeterKey {
  tenant: string
  scope: "agent" | "key" | "tenant" | "user"
  subject: string
  window: string
}

/**
 * A bound that somebody sets.
 *
 * Args:
 *     limit: USD as a decimal, or tokens.
 *     scope: What it bounds.
 *     subject: Which user, agent or key; `*` for each of them; nothing for the tenant.
 *     measure: Money or tokens.
 *     period: A day, a month, or one run.
 */
export interface QuotaForm {
  limit: string
  scope?: "agent" | "key" | "tenant" | "user"
  subject?: string
  measure?: "tokens" | "usd"
  period?: "day" | "month" | "run"
}
