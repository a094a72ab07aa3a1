import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createBatchLanes } from './batch-lanes.ts'

it('lets accounts take turns, one batch of each at a time', async () => {
  const begun: string[] = []
  const ends = new Map<number, () => void>()
  const lanes = createBatchLanes(['first', 'second'], (id, lane) => {
    begun.push(`${id} ${lane}`)
    return new Promise((resolve) => ends.set(id, resolve))
  })
  for (const [id, user_id] of [
    [1, 'zhou'],
    [2, 'zhou'],
    [2, 'zhou'],
    [3, 'zhou'],
    [4, 'lin'],
    [5, 'gu'],
  ] as const) {
    lanes.begin({ id, user_id })
  }
  const rest = lanes.rest()
  for (const [ended, next] of [
    [null, ['1 first', '4 second']],
    [1, ['5 first']],
    [4, ['2 second']],
    [5, []],
    [2, ['3 first']],
    [3, []],
  ] as const) {
    if (ended !== null) ends.get(ended)?.()
    await nextTurn()
    expect(begun.splice(0)).toEqual(next)
  }
  await rest
})
