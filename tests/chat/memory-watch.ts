import type { Bff } from './chat-world.ts'

const SAMPLE_MS = 1_000

/** Samples the resident memory of instances. */
export interface MemoryWatch {
  /** @returns the highest sample in bytes */
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
        // The instance is down.
        () => undefined,
      )
    }
  }, SAMPLE_MS)
  return {
    end() {
      clearInterval(timer)
      return highest
    },
  }
}
