import { createSharePage } from '../../share/share-page.tsx'
import { withTexts } from '../../texts/texts.tsx'
import { sharePage } from '../../texts/zh/share-page.tsx'

export { loader } from '../../share/share-page.tsx'

const { title, lookupPath: canonical } = sharePage

/** Contains no data of the certificate, because messengers show it to all people in a chat. */
export const meta = () => ({ title, canonical, isHidden: true })

const loadTexts = async () => (await import('../../texts/zh/certificate.tsx')).certificateTexts

/** The page of a share, in Chinese. */
export const Component = withTexts(createSharePage(loadTexts), { sharePage })
