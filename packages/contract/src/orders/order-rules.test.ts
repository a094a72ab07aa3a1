import { expect, it } from 'vitest'
import {
  applyStep,
  deriveOrderState,
  ITEM_OUTCOMES,
  ITEM_PLACES,
  ITEM_STEPS,
  ITEM_WORKS,
  type ItemStanding,
  type ItemStepName,
} from './order-rules.ts'

const listKeys = <T extends object>(object: T) => Object.keys(object) as (keyof T)[]
const ANNOUNCED: ItemStanding = { work: 'announced', place: 'customer', isHeld: false, outcome: null }

/** Lists every item that steps can lead to, with the desk's steps to the certificate. */
function listReachable(): ItemStanding[] {
  const found = new Map([[JSON.stringify(ANNOUNCED), ANNOUNCED]])
  for (const item of found.values()) {
    const deskSteps: ItemStanding[] = [
      ...(item.work === 'testing' ? [{ ...item, work: 'review' as const }] : []),
      ...(item.work === 'review' ? [{ ...item, work: 'done' as const, outcome: 'certificate' as const }] : []),
    ]
    const steps = listKeys(ITEM_STEPS).flatMap((name) => applyStep(item, name) ?? [])
    for (const next of [...steps, ...deskSteps])
      if (!found.has(JSON.stringify(next))) found.set(JSON.stringify(next), next)
  }
  return [...found.values()]
}

it('an item is never tested before it was received, nor handed out before the work has ended', () => {
  const reachable = listReachable()
  expect(reachable.length).toBeGreaterThan(20)
  for (const { work, place, outcome, isHeld } of reachable) {
    if (work === 'announced') expect([place, isHeld]).toEqual(['customer', false])
    if (place === 'collected' || place === 'shipped') expect([work, isHeld]).toEqual(['done', false])
    expect(outcome === null, `${work} ${outcome}`).toBe(work !== 'done')
    if (outcome === 'refused') expect(place).toBe('customer')
  }
})

it('every step is refused in every state that does not list it', () => {
  const items = listKeys(ITEM_WORKS).flatMap((work) =>
    listKeys(ITEM_PLACES).flatMap((place) =>
      [false, true].flatMap((isHeld) =>
        [null, ...listKeys(ITEM_OUTCOMES)].map((outcome) => ({ work, place, isHeld, outcome })),
      ),
    ),
  )
  const allowed: Record<ItemStepName, number> = {} as Record<ItemStepName, number>
  for (const name of listKeys(ITEM_STEPS)) allowed[name] = items.filter((item) => applyStep(item, name) !== null).length
  // Works × places × marks of a question × the 6 outcomes.
  expect(allowed).toEqual({
    draft: 18,
    submit: 36,
    sendBack: 36,
    discard: 72,
    receive: 12,
    refuse: 12,
    correct: 3 * 2 * 6,
    store: 4 * 3 * 2 * 6,
    take: 3 * 3 * 6,
    bring: 4 * 3 * 2 * 6,
    ask: 3 * 3 * 6,
    answer: 3 * 3 * 6,
    finish: 2 * 3 * 6,
    end: 3 * 6,
    withdraw: 2 * 3 * 2 * 6,
    handOut: 6,
    ship: 6,
  })
})

it.each<[string, Partial<ItemStanding>[], string]>([
  ['nothing has arrived', [{}, {}], 'announced'],
  ['one of two has arrived', [{ work: 'accepted', place: 'reception' }, {}], 'received'],
  [
    'one is ready and the other is tested',
    [
      { work: 'done', place: 'reception' },
      { work: 'testing', place: 'person' },
    ],
    'received',
  ],
  [
    'all are tested, one still lies in a tray',
    [
      { work: 'done', place: 'reception' },
      { work: 'done', place: 'tray' },
    ],
    'received',
  ],
  ['all are tested and back at reception', [{ work: 'done', place: 'reception' }], 'ready'],
  [
    'the rest is ready',
    [
      { work: 'done', place: 'collected' },
      { work: 'done', place: 'reception' },
    ],
    'ready',
  ],
  [
    'one was refused, the other is ready',
    [
      { work: 'done', outcome: 'refused' },
      { work: 'done', place: 'reception' },
    ],
    'ready',
  ],
  ['all were refused', [{ work: 'done', outcome: 'refused' }], 'closed'],
  [
    'all are out',
    [
      { work: 'done', place: 'collected' },
      { work: 'done', place: 'shipped' },
    ],
    'closed',
  ],
  ['one is out and the other never came', [{ work: 'done', place: 'collected' }, {}], 'received'],
])('an order of which %s is %s', (_, items, state) => {
  expect(deriveOrderState(items.map((item) => ({ ...ANNOUNCED, ...item })))).toBe(state)
})
