import { ScanSearch } from '@lucide/icons'
import { ButtonLink } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './lookup-box.module.css'

/** Links to the certificate lookup. */
export function LookupBox() {
  return (
    <section className={styles.root} aria-labelledby="lookup">
      <h2 className={styles.title} id="lookup">
        手边有证书？
      </h2>
      <p className={styles.words}>输入编号，核对签发记录。</p>
      <ButtonLink to="/certificate-check" isBlock>
        <Icon of={ScanSearch} sizePx={18} />
        查询证书
      </ButtonLink>
    </section>
  )
}
