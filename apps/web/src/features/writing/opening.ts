import type { KeptDraft } from './drafts/kept-draft.ts'
import { BLANK, fingerprint, isBlank, isSameWriting, type Writing } from './writing.ts'

/** With what the editor opens. `ask`: both differ from what they came from, so the writer chooses. */
export type Opening = 'blank' | 'stored' | 'kept' | 'ask'

/**
 * Which version the editor opens with.
 * @param kept what this device has kept, `null` for nothing
 * @param stored the article as upstream has it, `null` for a new one
 */
export function chooseOpening(kept: KeptDraft | null, stored: Writing | null): Opening {
  const isWorthless = kept === null || (kept.pictures.length === 0 && isSameWriting(kept.writing, stored ?? BLANK))
  if (isWorthless) return stored ? 'stored' : 'blank'
  if (!stored) return isBlank(kept.writing) && kept.pictures.length === 0 ? 'blank' : 'kept'
  // Upstream still has what the kept text was made from: the device is ahead.
  return kept.base === fingerprint(stored) ? 'kept' : 'ask'
}
