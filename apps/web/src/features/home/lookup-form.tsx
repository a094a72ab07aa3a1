import { ScanSearch } from '@lucide/icons'
import { useId } from 'react'
import { Form } from 'react-router-dom'
import { Button } from '#ui/forms/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { TextLink } from '#ui/text-link.tsx'
import styles from './lookup-form.module.css'

/** Asks for a certificate by its number; a plain GET form, so it works without scripts too. */
export function LookupForm() {
  const id = useId()
  return (
    <Form className={styles.root} action="/certificate-check" method="get" role="search">
      <div className={styles.labels}>
        <label htmlFor={id}>证书编号</label>
        <span className={styles.hint}>字母与数字，不分大小写</span>
      </div>
      <div className={styles.row}>
        <input
          className={styles.input}
          id={id}
          name="no"
          placeholder="请输入证书编号"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={400}
          required
        />
        <Button className={styles.button} type="submit" size="large">
          <Icon of={ScanSearch} sizePx={18} />
          查询证书
        </Button>
      </div>
      <svg className={styles.scale} viewBox="0 0 1000 12" preserveAspectRatio="none" aria-hidden="true">
        <path d={SCALE} vectorEffect="non-scaling-stroke" />
      </svg>
      <p className={styles.foot}>
        <span>编号印在证书正面右上角</span>
        <TextLink to="/certificate-check#where">编号在哪里</TextLink>
        <TextLink to="/rangeDetail">如何送检</TextLink>
      </p>
    </Form>
  )
}

const DIVISIONS = 75

const SCALE = Array.from({ length: DIVISIONS + 1 }, (_, index) => {
  const x = Math.round((index * 10_000) / DIVISIONS) / 10
  return `M${x} 0v${index % 25 === 0 ? 12 : index % 5 === 0 ? 8 : 4}`
}).join('')
