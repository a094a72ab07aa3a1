import { create } from 'zustand'

/** What screen readers are to be told next, without moving the focus; shown to nobody. */
export const useSpoken = create<{ text: string }>()(() => ({ text: '' }))

export function speak(text: string): void {
  useSpoken.setState({ text })
}
