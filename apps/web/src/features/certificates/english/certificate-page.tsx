import { deferredPart } from '#lib/deferred-part.ts'
import type * as Chinese from '../certificate-page.tsx'
import { EnglishFailure } from '../pages/en/english-failure.tsx'
import { CRUMB_WORDS } from '../texts/en/words.tsx'
import { englishHelp } from './english-help.ts'
import { english } from './english-lookup.ts'

const CRUMB = [{ text: english.title }]

/**
 * The lookup in English. The Chinese page is passed in, because importing it would split the file that its visitors
 * load.
 */
export function createEnglishPage(chinese: typeof Chinese) {
  const { LookupLanguage, LookupPage, loadEnglishResults, action, loader, shouldRevalidate } = chinese
  const Found = deferredPart(async () => (await loadEnglishResults()).EnglishFound)
  const Other = deferredPart(async () => (await loadEnglishResults()).EnglishOther)
  const Scan = deferredPart(async () => (await loadEnglishResults()).EnglishScan)

  function Component() {
    return (
      <LookupLanguage value={english}>
        <LookupPage crumb={CRUMB} words={CRUMB_WORDS} Found={Found} Other={Other} Scan={Scan} help={englishHelp} />
      </LookupLanguage>
    )
  }
  const meta = () => ({ title: english.title, description: english.lead, crumb: CRUMB })
  return { Component, action, loader, shouldRevalidate, meta, ErrorBoundary: EnglishFailure }
}
