import type { AccountsTables } from './tables/accounts.ts'
import type { ArticlesTables } from './tables/articles.ts'
import type { BatchesTables } from './tables/batches.ts'
import type { CertificatesTables } from './tables/certificates.ts'
import type { CommunityTables } from './tables/community.ts'
import type { FiguresTables } from './tables/figures.ts'
import type { JobsTables } from './tables/jobs.ts'
import type { LogTables } from './tables/log.ts'
import type { MediaTables } from './tables/media.ts'
import type { OrdersTables } from './tables/orders.ts'
import type { PartnersTables } from './tables/partners.ts'
import type { SavedTables } from './tables/saved.ts'
import type { SiteTables } from './tables/site.ts'
import type { StaffTables } from './tables/staff.ts'
import type { TicketsTables } from './tables/tickets.ts'
import type { WebhooksTables } from './tables/webhooks.ts'

/**
 * The tables as queries see them, the same on both databases: instants are epoch ms, flags 0 or 1, ids of rows numbers,
 * ids of accounts text.
 */
export interface Tables
  extends AccountsTables,
    StaffTables,
    ArticlesTables,
    CommunityTables,
    TicketsTables,
    SiteTables,
    FiguresTables,
    CertificatesTables,
    BatchesTables,
    JobsTables,
    SavedTables,
    MediaTables,
    LogTables,
    OrdersTables,
    PartnersTables,
    WebhooksTables {}
