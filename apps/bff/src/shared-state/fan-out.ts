/** Tells what happens to whoever listens, in this process and on all instances. */
export interface FanOut {
  /** Hears every text published to `channel` until the returned function is called. */
  subscribe(channel: string, hear: (text: string) => void): () => void
  /** Listeners of this process hear it before this returns; those of others soon. Never fails. */
  publish(channel: string, text: string): void
  /** Whether instances hear each other now; without Redis there is one, so they do. */
  readonly isWhole: boolean
  /** Calls `handle` whenever `isWhole` has changed. @returns ends it */
  onChange(handle: () => void): () => void
  close(): Promise<void>
}
