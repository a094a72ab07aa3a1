import { create } from 'zustand'

/**
 * Hosts of open modal dialogs, the topmost last. A modal dialog makes everything outside it inert, so toasts are
 * rendered inside the topmost one.
 */
export const useTopLayer = create<{ hosts: readonly HTMLElement[] }>()(() => ({ hosts: [] }))

/** @returns a function that removes the host */
export function enterTopLayer(host: HTMLElement): () => void {
  useTopLayer.setState(({ hosts }) => ({ hosts: [...hosts, host] }))
  return () => useTopLayer.setState(({ hosts }) => ({ hosts: hosts.filter((other) => other !== host) }))
}
