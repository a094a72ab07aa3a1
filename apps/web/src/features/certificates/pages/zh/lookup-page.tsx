import { createLookupPage } from '../../lookup/lookup-page.tsx'
import { withTexts } from '../../texts/texts.tsx'
import { lookup } from '../../texts/zh/lookup.ts'

export { certificateAction as action } from '../../certificate-action.ts'
export { loader, shouldRevalidate } from '../../lookup/lookup-page.tsx'

const { title, lead: description, crumb } = lookup

export const meta = () => ({ title, description, crumb })

const loadTexts = async () => (await import('../../texts/zh/result.tsx')).resultTexts

/** The lookup, in Chinese. */
export const Component = withTexts(createLookupPage(loadTexts), { lookup })
