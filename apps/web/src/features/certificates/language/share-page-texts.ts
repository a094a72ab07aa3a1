import { createContext, use } from 'react'
import { chineseSharePage } from './chinese-share-page.tsx'

export type SharePageTexts = typeof chineseSharePage

export const SharePageLanguage = createContext<SharePageTexts>(chineseSharePage)

/** Texts of the page that a share opens, in its language. */
export function useSharePageTexts(): SharePageTexts {
  return use(SharePageLanguage)
}
