import { makeNumber, NUMBER_DAY, readNumber } from './typed-numbers.ts'

/** Finds the number of the order that a number of an order or of one of its samples names; `undefined` for any other text. */
export function findOrderNo(typed: string): string | undefined {
  const order = readNumber('order', typed)
  if (order.kind === 'right') return order.number
  const sample = readNumber('sample', typed)
  // A sample has the digits of its order, a number of three digits and its check digit.
  return sample.kind === 'right' ? makeNumber('order', sample.number.slice(NUMBER_DAY[0], -4)) : undefined
}
