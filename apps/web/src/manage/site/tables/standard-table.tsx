import { DEFAULT_STANDARDS, type Standard } from '@portal/contract/certificates/rules/standards.ts'
import { useSiteForm } from '../site-form.ts'
import styles from './setting-table.module.css'
import { CATEGORIES, SettingTable } from './setting-table.tsx'

const makeLine = (): Standard => ({ code: '', title: '', from: '', until: '', categories: [...CATEGORIES] })

/** The standards that certificates may name, with the days of their validity. */
export function StandardTable() {
  const { edit } = useSiteForm()
  return (
    <SettingTable<Standard>
      title="标准表"
      note="制作证书时从中选检验依据。表中没有的，或检验当天还没有实施、已经废止的，制作人要说明原因。修改前要再次验证"
      member="standards"
      stored={edit.values.standards}
      defaults={DEFAULT_STANDARDS}
      addLabel="添加标准"
      makeLine={makeLine}
      getName={({ code }) => code || '新标准'}
    >
      {({ code, title, from, until }, name, change) => (
        <>
          <input
            aria-label={`${name}：标准号`}
            placeholder="GB/T 16552—2017"
            maxLength={40}
            value={code}
            onChange={({ target }) => change({ code: target.value })}
          />
          <input
            aria-label={`${name}：名称`}
            placeholder="珠宝玉石 名称"
            maxLength={80}
            value={title}
            onChange={({ target }) => change({ title: target.value })}
          />
          <span className={styles.days}>
            实施
            <input
              type="date"
              aria-label={`${name}：实施日期`}
              value={from}
              onChange={({ target }) => change({ from: target.value })}
            />
            有效至
            <input
              type="date"
              aria-label={`${name}：最后有效日，现行的留空`}
              value={until}
              min={from || undefined}
              onChange={({ target }) => change({ until: target.value })}
            />
          </span>
        </>
      )}
    </SettingTable>
  )
}
