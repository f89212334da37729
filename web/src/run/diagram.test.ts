import { describe, expect, it } from 'vitest'

import { heardFrom } from '@/run/diagram'

describe('what a diagram’s frame says', () => {
  it('is understood', () => {
    expect(heardFrom('interlock-ready')).toBe('ready')
    expect(heardFrom({ interlock: 'diagram-failed' })).toEqual({ state: 'failed' })
    expect(heardFrom({ interlock: 'diagram-drawn', height: 99.2 })).toEqual({ state: 'drawn', height: 100 })
  })

  it('never makes the page higher than a diagram may be', () => {
    expect(heardFrom({ interlock: 'diagram-drawn', height: 1e9 })).toEqual({ state: 'drawn', height: 2000 })
  })

  it.each([null, 'ready', 7, {}, { interlock: 'diagram-drawn' }, { interlock: 'diagram-drawn', height: '9' }, { interlock: 'diagram-drawn', height: NaN }, { interlock: 'diagram-drawn', height: -1 }])(
    'is nothing when it is %j',
    (data) => {
      expect(heardFrom(data)).toBeNull()
    },
  )
})
