import { create } from 'zustand'

/** Text of the visually hidden live region, which screen readers announce without moving the focus. */
export const useAnnouncement = create<{ text: string }>()(() => ({ text: '' }))

export function announce(text: string): void {
  useAnnouncement.setState({ text })
}
