import { EnglishFailure } from '../pages/en/english-failure.tsx'
import type * as Chinese from '../share/share-form-page.tsx'
import { CRUMB_WORDS } from '../texts/en/words.tsx'
import { englishShare } from './english-share.tsx'

/** The form that makes a share without JavaScript, in English. */
export function createEnglishPage({ ShareLanguage, ShareFormPage, action, loader }: typeof Chinese) {
  function Component() {
    return (
      <ShareLanguage value={englishShare}>
        <ShareFormPage words={CRUMB_WORDS} />
      </ShareLanguage>
    )
  }
  const { title, lookupPath: canonical } = englishShare
  return {
    Component,
    action,
    loader,
    meta: () => ({ title, canonical, isHidden: true }),
    ErrorBoundary: EnglishFailure,
  }
}
