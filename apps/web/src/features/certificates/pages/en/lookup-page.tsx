import { createLookupPage } from '../../lookup/lookup-page.tsx'
import { lookup } from '../../texts/en/lookup.ts'
import { withTexts } from '../../texts/texts.tsx'

export { certificateAction as action } from '../../certificate-action.ts'
export { loader, shouldRevalidate } from '../../lookup/lookup-page.tsx'
export { EnglishFailure as ErrorBoundary } from './english-failure.tsx'

const { title, lead: description, crumb } = lookup

export const meta = () => ({ title, description, crumb })

const loadTexts = async () => (await import('../../texts/en/result.tsx')).resultTexts

/** The lookup, in English. */
export const Component = withTexts(createLookupPage(loadTexts), { lookup })
