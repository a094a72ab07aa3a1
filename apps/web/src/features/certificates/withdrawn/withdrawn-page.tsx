import { useLoaderData } from 'react-router-dom'
import { LookupBox } from '#domain/certificates/lookup-box.tsx'
import { defineLoader } from '#lib/api/define-loader.ts'
import type { MetaOf } from '#lib/meta.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import styles from './withdrawn-page.module.css'

const TITLE = '已撤销证书公告'
const LEAD = '本中心为避免他人受损而公布的撤销，只列编号与日期。完整结果请用编号与核对码查询。'
const PATH = '/certificate-check/withdrawn'
const CRUMB = [{ text: '检测业务' }, { text: '证书查询', to: '/certificate-check' }, { text: TITLE }]
/** Form of `next` in the call. */
const PLACE = /^\d{4}-\d{2}-\d{2}_SH\d{14}$/

export const loader = defineLoader(async ({ api, query }) => {
  const after = query.get('after') ?? ''
  const isLater = PLACE.test(after)
  const list = await api.call('GET /v1/certificate/withdrawn', { query: isLater ? { after } : {} })
  return { list, isLater }
})

export const meta: MetaOf<typeof loader> = () => ({ title: TITLE, description: LEAD, crumb: CRUMB })

/** Withdrawals that the laboratory has made public: only number and day, newest first. */
export function Component() {
  const { list, isLater } = useLoaderData<typeof loader>()
  return (
    <PageFrame
      crumb={CRUMB}
      title={TITLE}
      lead={LEAD}
      stone="emerald"
      drawing="certificate-folder"
      className={styles.root}
    >
      <div className={styles.main}>
        {list.records.length === 0 ? (
          <EmptyState title={isLater ? '没有更早的公告' : '目前没有公告'} />
        ) : (
          <table className={styles.table}>
            <caption className={styles.caption}>
              列入公告的证书已不再有效。未列入的，不代表有效，请以查询结果为准。
            </caption>
            <thead>
              <tr>
                <th scope="col">证书编号</th>
                <th scope="col">撤销日期</th>
              </tr>
            </thead>
            <tbody>
              {list.records.map(({ certificateNo, withdrawnOn }) => (
                <tr key={certificateNo}>
                  <th scope="row">{certificateNo}</th>
                  <td>
                    <time dateTime={withdrawnOn}>{withdrawnOn}</time>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {(isLater || list.next) && (
          <nav className={styles.pages} aria-label="分页">
            {isLater && (
              <ButtonLink variant="outline" to={PATH}>
                回到最新
              </ButtonLink>
            )}
            {list.next && (
              <ButtonLink variant="outline" to={`${PATH}?after=${list.next}`}>
                更早
              </ButtonLink>
            )}
          </nav>
        )}
      </div>
      <aside className={styles.aside}>
        <LookupBox />
      </aside>
    </PageFrame>
  )
}
