import { CODE } from '@portal/contract/errors.ts'
import { useEffect } from 'react'
import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router-dom'
import type { LoaderFailure } from '#lib/api/define-loader.ts'
import { deferredPart } from '#lib/parts/deferred-part.ts'
import { useSession } from '#lib/session.ts'
import { Container } from '#ui/container.tsx'
import { ReportId } from '#ui/dialogs/report-id.tsx'
import { Button } from '#ui/forms/button.tsx'
import styles from './error-page.module.css'
import { withSheet } from './with-sheet.tsx'

const NotFoundPage = deferredPart(async () =>
  withSheet('not-found', (await import('#features/not-found/not-found-page.tsx')).NotFoundPage),
)

/** Page shown in place of one that failed to load. */
export function ErrorPage() {
  const error = useRouteError()
  const { message, reportId, readAs } = toFailure(error)
  if (isRouteErrorResponse(error) && error.status === CODE.noSuchCall) {
    return readAs === undefined ? <NotFoundPage /> : <Withheld readAs={readAs} />
  }
  return (
    <Container className={styles.root}>
      <h1 className={styles.title}>页面没有加载出来</h1>
      <p className={styles.words}>{message || '服务暂时不可用，请稍后再试。'}</p>
      <Button onClick={() => location.reload()}>重新加载</Button>
      {reportId && (
        <p className={styles.report}>
          <ReportId id={reportId} />
        </p>
      )}
    </Container>
  )
}

/**
 * Opens the page again when another reader has logged in, who may be allowed to see it. Revalidation would not do: the
 * router's error boundary keeps its error unless it renders during the revalidation, and a fast one begins and ends
 * within one render.
 */
function Withheld({ readAs }: { readAs: string | null }) {
  const reader = useSession(({ user }) => user?.id ?? null)
  const location = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (reader !== readAs) void navigate(location, { replace: true, state: location.state, preventScrollReset: true })
  }, [reader, readAs, location, navigate])
  return <NotFoundPage />
}

function toFailure(error: unknown): Partial<LoaderFailure> {
  if (!isRouteErrorResponse(error)) return { message: '网络不通，或服务暂时没有响应。请检查网络后重新加载。' }
  return (error.data ?? {}) as Partial<LoaderFailure>
}
