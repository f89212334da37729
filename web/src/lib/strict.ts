/** A library tries `eval` to see whether it may. Our policy forbids it and reports the attempt, so it is told before. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
