import { FolderDown } from '@lucide/icons'
import { toWireDateTime } from '@portal/contract/time.ts'
import { useState } from 'react'
import { Link, useLoaderData } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { Column, Columns, Panel } from '#manage/controls/layout/panel.tsx'
import { StatusMark } from '#manage/controls/values/status-mark.tsx'
import { downloadWithProof } from '#manage/staff/download-with-proof.ts'
import { useSelf } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { SHOWN_SHAPES } from '../desk-words.ts'
import { PastSteps } from './past-steps.tsx'
import { SeenText } from './seen-text.tsx'
import { describeShownState, findShownAt, listShownPeriods, type Shown } from './shown-times.ts'
import { TimeRuler } from './time-ruler.tsx'
import { VersionChanges } from './version-changes.tsx'

export const loader = defineLoader(({ api, params }) =>
  api.call('GET /v1/manage/certificates/{certificateNo}/history', {
    params: { certificateNo: params.certificateNo ?? '' },
  }),
)

/**
 * The history of a certificate: the content that holders of the code saw at any time, the versions and their differences, and
 * every event.
 */
export function Component() {
  const history = useLoaderData<typeof loader>()
  const { certificateNo, versions, events, logged, newerNo, endReason } = history
  const { duties } = useSelf()
  const mayExport = duties.includes('approve') || duties.includes('owner')
  const times = listShownPeriods(history)
  const [atMs, setAtMs] = useState(() => times.at(-1)?.toMs ?? 0)
  const shownPeriod = findShownAt(times, atMs)
  const version = versions.find((one) => one.version === shownPeriod?.version)
  const newest = versions.at(-1)
  return (
    <>
      <PageHead
        title={certificateNo}
        crumb={
          <>
            <Link to="/certificates">证书</Link>　<Link to={`/certificates/${certificateNo}`}>{certificateNo}</Link>
          </>
        }
        summary={`${newest?.text.conclusion ?? '未发布'}　历次版本 ${versions.length} 版`}
        actions={
          mayExport && (
            <Button
              variant="quiet"
              icon={FolderDown}
              onClick={() =>
                void downloadWithProof(
                  'certificate.dossier',
                  `/v1/manage/certificates/${certificateNo}/dossier`,
                  `${certificateNo}.zip`,
                )
              }
            >
              导出全部档案
            </Button>
          )
        }
      />
      <Columns>
        {times.length === 0 ? (
          <EmptyState title="还没有经过" />
        ) : (
          <Panel title="顾客所见">
            <TimeRuler times={times} atMs={atMs} onMove={setAtMs} />
          </Panel>
        )}
        <Column span={7}>
          {shownPeriod && (
            <Panel
              title={`${toWireDateTime(atMs).slice(0, 16)} 持码人看到`}
              note={<StatusMark shape={SHOWN_SHAPES[shownPeriod.state]}>{describeShownState(shownPeriod)}</StatusMark>}
            >
              <EndNote seen={shownPeriod} newerNo={newerNo} endReason={endReason} />
              {version ? (
                <SeenText version={version} next={versions.find((one) => one.version === version.version + 1)} />
              ) : (
                <p>编号与核对码查询不到任何内容，与不存在的编号无异。</p>
              )}
            </Panel>
          )}
          <VersionChanges versions={versions} at={version?.version} />
        </Column>
        <Column span={5}>
          <Panel title="经过">
            <PastSteps
              events={events}
              versions={versions}
              logged={logged}
              at={shownPeriod?.state === 'published' ? shownPeriod.version : null}
            />
          </Panel>
        </Column>
      </Columns>
    </>
  )
}

function EndNote({ seen, newerNo, endReason }: { seen: Shown; newerNo: string | null; endReason: string | null }) {
  if (seen.state === 'withdrawn') return <Note title="撤销原因">{endReason ?? '未写明'}</Note>
  if (seen.state !== 'reissued' || !newerNo) return null
  return (
    <Note>
      已由 <Link to={`/certificates/${newerNo}/history`}>{newerNo}</Link> 代替；持码人只看到新编号，不知其核对码。
    </Note>
  )
}
