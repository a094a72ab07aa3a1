import { createContext, use } from 'react'
import { chineseOutcomes } from './chinese-outcomes.tsx'

export type OutcomeTexts = typeof chineseOutcomes

export const OutcomeLanguage = createContext<OutcomeTexts>(chineseOutcomes)

/** Texts of results in the language of the page. */
export function useOutcomeTexts(): OutcomeTexts {
  return use(OutcomeLanguage)
}
