import { ShareFormPage } from '../../share/share-form-page.tsx'
import { calls, share } from '../../texts/en/share.tsx'
import { withTexts } from '../../texts/texts.tsx'

export { action, loader } from '../../share/share-form-page.tsx'
export { EnglishFailure as ErrorBoundary } from './english-failure.tsx'

const { title, lookupPath: canonical } = share

export const meta = () => ({ title, canonical, isHidden: true })

/** The form that makes a share without JavaScript, in English. */
export const Component = withTexts(ShareFormPage, { calls, share })
