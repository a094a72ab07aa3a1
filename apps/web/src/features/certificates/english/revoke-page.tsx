import { EnglishFailure } from '../pages/en/english-failure.tsx'
import type * as Chinese from '../share/revoke-page.tsx'
import { CRUMB_WORDS } from '../texts/en/words.tsx'
import { englishShare } from './english-share.tsx'

/** The page on which a visitor revokes a share, in English. */
export function createEnglishPage({ ShareLanguage, RevokePage, action, loader }: typeof Chinese) {
  function Component() {
    return (
      <ShareLanguage value={englishShare}>
        <RevokePage words={CRUMB_WORDS} />
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
