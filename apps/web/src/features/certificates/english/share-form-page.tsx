import type * as Chinese from '../share/share-form-page.tsx'
import { EnglishFailure } from './english-failure.tsx'
import { englishShare } from './english-share.tsx'
import { ENGLISH_CRUMB } from './english-words.ts'

/** The form that makes a share without JavaScript, in English. */
export function createEnglishPage({ ShareLanguage, ShareFormPage, action, loader }: typeof Chinese) {
  function Component() {
    return (
      <ShareLanguage value={englishShare}>
        <ShareFormPage words={ENGLISH_CRUMB} />
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
