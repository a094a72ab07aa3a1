import { toSite } from '#domain/site/site.ts'
import { Brand } from '#ui/brand.tsx'
import { Container } from '#ui/container.tsx'
import { Link } from '#ui/link.tsx'
import { LoadingIndicator } from '#ui/loading-indicator.tsx'
import styles from './shell-skeleton.module.css'

/** Placeholder of the shell before any data is loaded; also the body of the server's `shell()`. */
export function ShellSkeleton() {
  const { name, mark } = toSite(null)
  return (
    <div className={styles.root}>
      <header className={styles.header}>
        <Container width="shell" className={styles.bar}>
          <Link to="/" aria-label={`${name} 首页`}>
            <Brand {...mark} />
          </Link>
        </Container>
      </header>
      <main className={styles.main}>
        <LoadingIndicator />
        <noscript>
          <p className={styles.words}>本页需要启用 JavaScript 才能显示。</p>
        </noscript>
      </main>
      <div className={styles.footer} />
    </div>
  )
}
