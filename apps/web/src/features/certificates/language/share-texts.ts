import { createContext, use } from 'react'
import { chineseShare } from './chinese-share.tsx'

export type ShareTexts = typeof chineseShare

export const ShareLanguage = createContext<ShareTexts>(chineseShare)

/** Texts of making and revoking shares in the language of the page. */
export function useShareTexts(): ShareTexts {
  return use(ShareLanguage)
}
