import { create } from 'zustand'

/** Text of the visually hidden live region: screen readers announce it without moving the focus. */
export const useAnnouncement = create<{ text: string }>()(() => ({ text: '' }))

export function announce(text: string): void {
  useAnnouncement.setState({ text })
}
