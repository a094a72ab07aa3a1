import { CODE } from '@portal/contract/errors.ts'
import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { Container } from '#ui/container.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { createSharePage } from '../../share/share-page.tsx'
import { sharePage } from '../../texts/en/share-page.tsx'
import { withTexts } from '../../texts/texts.tsx'
import { EnglishFailure } from './english-failure.tsx'

export { loader } from '../../share/share-page.tsx'

const { title, lookupPath: canonical } = sharePage

/** Contains no data of the certificate, because messengers show it to all people in a chat. */
export const meta = () => ({ title, canonical, isHidden: true })

const loadTexts = async () => (await import('../../texts/en/certificate.tsx')).certificateTexts

/** The page of a share, in English. */
export const Component = withTexts(createSharePage(loadTexts), { sharePage })

/** Page shown in place of a share that does not exist or failed to load. */
export function ErrorBoundary() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error) || error.status !== CODE.noSuchCall) return <EnglishFailure />
  return (
    <Container className={shared.stack3}>
      <h1>There is no such link</h1>
      <p>The link may be incomplete, or it ended long ago.</p>
      <p>
        <TextLink to={sharePage.lookupPath}>{sharePage.lookUp}</TextLink>
      </p>
    </Container>
  )
}
