import { RevokePage } from '../../share/revoke-page.tsx'
import { share } from '../../texts/en/share.tsx'
import { withTexts } from '../../texts/texts.tsx'

export { action, loader } from '../../share/revoke-page.tsx'
export { EnglishFailure as ErrorBoundary } from './english-failure.tsx'

const { revoke: title, revokePath: canonical } = share

export const meta = () => ({ title, canonical, isHidden: true })

/** The page on which a visitor revokes a share, in English. */
export const Component = withTexts(RevokePage, { share })
