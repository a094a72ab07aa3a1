import type * as Chinese from '../share/revoke-page.tsx'
import { EnglishFailure } from './english-failure.tsx'
import { englishShare } from './english-share.tsx'
import { ENGLISH_CRUMB } from './english-words.ts'

/** The page on which a visitor revokes a share, in English. */
export function createEnglishPage({ ShareLanguage, RevokePage, action, loader }: typeof Chinese) {
  function Component() {
    return (
      <ShareLanguage value={englishShare}>
        <RevokePage words={ENGLISH_CRUMB} />
      </ShareLanguage>
    )
  }
  const { revoke: title, revokePath: canonical } = englishShare
  return {
    Component,
    action,
    loader,
    meta: () => ({ title, canonical, isHidden: true }),
    ErrorBoundary: EnglishFailure,
  }
}
