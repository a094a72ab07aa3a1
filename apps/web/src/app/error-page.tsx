import { CODE } from '@portal/contract/errors.ts'
import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { NotFoundPage } from '#features/not-found/not-found-page.tsx'
import type { LoaderFailure } from '#lib/define-loader.ts'
import { Button } from '#ui/button.tsx'
import { Container } from '#ui/container.tsx'
import styles from './error-page.module.css'

/** Stands where a page would be that could not be had. */
export function ErrorPage() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === CODE.noSuchCall) return <NotFoundPage />
  return (
    <Container className={styles.root}>
      <h1 className={styles.title}>页面没有加载出来</h1>
      <p className={styles.words}>{reasonOf(error)}</p>
      <Button onClick={() => location.reload()}>重新加载</Button>
    </Container>
  )
}

function reasonOf(error: unknown): string {
  if (!isRouteErrorResponse(error)) return '网络不通，或服务暂时没有响应。请检查网络后重新加载。'
  const { message } = (error.data ?? {}) as Partial<LoaderFailure>
  return message || '服务暂时不可用，请稍后再试。'
}
