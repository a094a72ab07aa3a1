import { ShareFormPage } from '../../share/share-form-page.tsx'
import { withTexts } from '../../texts/texts.tsx'
import { calls, share } from '../../texts/zh/share.tsx'

export { action, loader } from '../../share/share-form-page.tsx'

const { title, lookupPath: canonical } = share

export const meta = () => ({ title, canonical, isHidden: true })

/** The form that makes a share without JavaScript, in Chinese. */
export const Component = withTexts(ShareFormPage, { calls, share })
