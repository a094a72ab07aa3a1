import { ScanSearch } from '@lucide/icons'
import { Container } from '#ui/container.tsx'
import { Drawing } from '#ui/figures/drawing.tsx'
import { ButtonLink } from '#ui/forms/button.tsx'
import styles from './not-found-page.module.css'

/** Page for unknown addresses. The star facets of the drawing are too short on purpose. */
export function NotFoundPage() {
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
