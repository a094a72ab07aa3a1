import { RevokePage } from '../../share/revoke-page.tsx'
import { withTexts } from '../../texts/texts.tsx'
import { share } from '../../texts/zh/share.tsx'

export { action, loader } from '../../share/revoke-page.tsx'

const { revoke: title, revokePath: canonical } = share

export const meta = () => ({ title, canonical, isHidden: true })

/** The page on which a visitor revokes a share, in Chinese. */
export const Component = withTexts(RevokePage, { share })
