import type { Bff } from './chat-world.ts'

const LOOK_MS = 1_000

/** Looks at the resident memory of instances again and again. */
export interface MemoryWatch {
  /** Ends it. @returns the highest that was seen, bytes */
  end(): number
}

export function watchMemory(bffs: readonly Bff[]): MemoryWatch {
  let highest = 0
  const timer = setInterval(() => {
    for (const bff of bffs) {
      bff.metric('process_resident_memory_bytes').then(
        (bytes) => {
          highest = Math.max(highest, bytes)
        },
        // Dead just now.
        () => undefined,
      )
    }
  }, LOOK_MS)
  return {
    end() {
      clearInterval(timer)
      return highest
    },
  }
}
