import { ScanSearch } from 'lucide-react'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import styles from './certificate-box.module.css'

/** From every list and article the lookup is one click away. */
export function CertificateBox() {
  return (
    <section className={styles.root} aria-labelledby="certificate">
      <h2 className={styles.title} id="certificate">
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
