import { ScanSearch } from '@lucide/icons'
import { ButtonLink } from '#ui/forms/button.tsx'
import styles from './lookup-box.module.css'

/** Links to the certificate lookup. */
export function LookupBox() {
  return (
    <section className={styles.root} aria-labelledby="lookup">
      <h2 className={styles.title} id="lookup">
        手边有证书？
      </h2>
      <p className={styles.words}>输入编号，核对签发记录。</p>
      <ButtonLink icon={ScanSearch} to="/certificate-check" isBlock>
        查询证书
      </ButtonLink>
    </section>
  )
}
