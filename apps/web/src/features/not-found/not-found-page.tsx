import { ScanSearch } from '@lucide/icons'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { Container } from '#ui/container.tsx'
import { Drawing } from '#ui/figures/drawing.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import styles from './not-found-page.module.css'

/** Page for unknown addresses. The star facets of the drawing are too short on purpose. */
export function NotFoundPage() {
  if (useIsLooking()) return <Container className={styles.root}>正在查找…</Container>
  return (
    <Container className={styles.root}>
      <div>
        <h1 className={styles.title}>此页未见记录</h1>
        <p className={styles.words}>地址可能有误，或页面已移走。若要核对证书，可直接查询编号。</p>
        <p className={styles.ways}>
          <ButtonLink to="/">返回首页</ButtonLink>
          <ButtonLink icon={ScanSearch} to="/certificate-check" variant="outline">
            查询证书
          </ButtonLink>
        </p>
      </div>
      <Drawing name="wrong-brilliant" />
    </Container>
  )
}

/**
 * Leads on from an address that has moved. The BFF does so for a first visit, so that only links within the site are
 * looked up, and not the target of a redirect, which has none.
 * @returns whether it is not known yet that the address has not moved
 */
function useIsLooking(): boolean {
  const isLinked = useNavigationType() === 'PUSH'
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const api = useApi()
  const [known, setKnown] = useState('')
  useEffect(() => {
    if (!isLinked) return
    let isLeft = false
    const look = async () => {
      const { findMoved } = await import('./find-moved.ts')
      // React runs effects twice in development.
      if (isLeft) return
      const moved = await findMoved(api, pathname, search)
      if (isLeft) return
      if (!moved) setKnown(pathname)
      else if (moved.isPage) void navigate(moved.to, { replace: true })
      else window.location.replace(moved.to)
    }
    look().catch(() => setKnown(pathname))
    return () => {
      isLeft = true
    }
  }, [isLinked, pathname, search, navigate, api])
  return isLinked && known !== pathname
}
