import { createContext, use } from 'react'
import { chinese } from './chinese.ts'

export type LookupTexts = typeof chinese

export const LookupLanguage = createContext<LookupTexts>(chinese)

/** Texts of the lookup in the language of the page. */
export function useLookupTexts(): LookupTexts {
  return use(LookupLanguage)
}
