import { CODE } from '@portal/contract/errors.ts'
import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import type { LoaderFailure } from '#lib/define-loader.ts'
import { laterPart } from '#lib/later-part.ts'
import { Button } from '#ui/button.tsx'
import { Container } from '#ui/container.tsx'
import { ReportId } from '#ui/report-id.tsx'
import styles from './error-page.module.css'

const NotFoundPage = laterPart(
  'src/features/not-found/not-found-page.tsx',
  async () => (await import('#features/not-found/not-found-page.tsx')).NotFoundPage,
)

/** Stands where a page would be that could not be had. */
export function ErrorPage() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === CODE.noSuchCall) return <NotFoundPage />
  const { message, reportId } = failureOf(error)
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

function failureOf(error: unknown): Partial<LoaderFailure> {
  if (!isRouteErrorResponse(error)) return { message: '网络不通，或服务暂时没有响应。请检查网络后重新加载。' }
  return (error.data ?? {}) as Partial<LoaderFailure>
}
