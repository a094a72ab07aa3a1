import { createContext, use } from 'react'
import { chineseCard } from './chinese-card.tsx'

export type CardTexts = typeof chineseCard

export const CardLanguage = createContext<CardTexts>(chineseCard)

/** Texts of a certificate in the language of the page. */
export function useCardTexts(): CardTexts {
  return use(CardLanguage)
}
