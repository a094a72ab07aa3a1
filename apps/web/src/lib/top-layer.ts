import { create } from 'zustand'

interface TopLayer {
  /** Modal dialogs that are open, the topmost last. */
  hosts: readonly HTMLElement[]
}

/**
 * A modal dialog makes everything outside of it inert, toasts too; so toasts are shown inside the topmost one.
 */
export const useTopLayer = create<TopLayer>()(() => ({ hosts: [] }))

/** @returns a function that takes the host away again. */
export function enterTopLayer(host: HTMLElement): () => void {
  useTopLayer.setState(({ hosts }) => ({ hosts: [...hosts, host] }))
  return () => useTopLayer.setState(({ hosts }) => ({ hosts: hosts.filter((other) => other !== host) }))
}
