/** Random numbers that are the same for the same seed. */
export interface SeededRandom {
  /** Returns a number of at least 0, below 1. */
  next(): number
  /** Returns a whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  /** Returns `true` with this probability. */
  chance(probability: number): boolean
  pick<T>(things: readonly T[]): T
  shuffled<T>(things: readonly T[]): T[]
  /** Returns an independent generator: its use does not affect others. */
  branch(name: string): SeededRandom
}

/** Mulberry32 (T. Ettinger, public domain): one word of state, sufficient for a plan of faults. */
export function createSeededRandom(seed: string): SeededRandom {
  let state = [...seed].reduce(
    (hash, character) => Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193),
    0x811c9dc5,
  )

  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (things) => things[between(0, things.length - 1)] as (typeof things)[number],
    shuffled(things) {
      const left = [...things]
      return things.map(() => left.splice(between(0, left.length - 1), 1)[0] as (typeof things)[number])
    },
    branch: (name) => createSeededRandom(`${seed}/${name}`),
  }
}
