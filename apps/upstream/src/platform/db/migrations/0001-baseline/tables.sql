-- The tables of both databases. `baseline.ts` replaces:
--   :row_number     key of numbers that rise and are never given twice
--   :number_key     key of numbers that the writer gives
--   :code_text      text that is compared by code point
--   :in_key_order   the table is stored in the order of its key (SQLite)
-- Instants are epoch milliseconds, flags 0 or 1. What the columns mean is in `db/tables/`.
-- A statement begins in the first column and ends with a semicolon at the end of a line.

-- Accounts, their sessions and the ways to log in

create table users (
  id text primary key,
  account_name text unique,
  email text,
  nickname text not null,
  avatar text not null,
  intro text,
  web_site text,
  address text,
  bj_cover text,
  password_hash text,
  status smallint not null,
  created_at bigint not null,
  last_login_at bigint,
  role text not null default 'user',
  closes_at bigint,
  keeps_writings smallint,
  managed_version bigint not null default 0,
  signing_name text,
  signing_name_folded text
);
create index users_closing on users (closes_at) where closes_at is not null;
create index users_staff on users (nickname) where role <> 'user';
-- A page of people is read from one of these indexes alone, with the name for searches.
create index users_newest on users (created_at, id, status, nickname);
create index users_email on users (email);
create index users_disabled on users (created_at, id) where status = 0;
create index users_staff_newest on users (created_at, id) where role <> 'user';
create index users_nickname on users (nickname);
create unique index users_signing_name on users (signing_name_folded);

create table sessions (
  token_hash text primary key,
  user_id text not null references users (id) on delete cascade,
  created_at bigint not null,
  expires_at bigint not null,
  id text,
  device text,
  last_used_at bigint,
  factor_at bigint,
  factor_network text,
  renewed_at bigint
);
create index sessions_user on sessions (user_id, created_at);
create index sessions_expiry on sessions (expires_at);
create unique index sessions_id on sessions (id);

create table email_codes (
  email text primary key,
  code_hash text,
  expires_at bigint not null,
  tries integer not null,
  sent_at bigint not null,
  day_started_at bigint not null,
  sent_in_day integer not null
);
create index email_codes_day on email_codes (day_started_at);

create table social_accounts (
  provider text not null,
  provider_user_id text not null,
  user_id text not null references users (id) on delete cascade,
  created_at bigint not null,
  primary key (provider, provider_user_id)
);
create index social_accounts_user on social_accounts (user_id);

create table oauth_states (
  state_hash text primary key,
  provider text not null,
  verifier text,
  expires_at bigint not null
);
create index oauth_states_expiry on oauth_states (expires_at);

create table wechat_codes (
  code_hash text primary key,
  client_hash text not null,
  user_id text references users (id) on delete cascade,
  expires_at bigint not null
);
create index wechat_codes_expiry on wechat_codes (expires_at);

create table wechat_messages (
  message_id text primary key,
  received_at bigint not null
);
create index wechat_messages_time on wechat_messages (received_at);

create table session_ends (
  times bigint not null
);
insert into session_ends (times) values (0);

-- Staff: duties, second factors, the audit log, signatories

create table duties (
  user_id text not null references users (id) on delete cascade,
  duty text not null,
  given_by text,
  given_at bigint not null,
  primary key (user_id, duty)
);

create table passkeys (
  user_id text not null references users (id) on delete cascade,
  id text primary key,
  public_key text not null,
  counter bigint not null,
  transports text not null,
  is_synced smallint not null,
  label text not null,
  created_at bigint not null,
  last_used_at bigint
);
create index passkeys_user on passkeys (user_id);

create table totp_secrets (
  user_id text not null references users (id) on delete cascade,
  sealed text not null,
  confirmed_at bigint,
  last_step bigint not null,
  last_used_at bigint,
  created_at bigint not null,
  primary key (user_id)
);

create table recovery_codes (
  user_id text not null references users (id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

create table factor_challenges (
  user_id text not null references users (id) on delete cascade,
  challenge text primary key,
  session_id text not null,
  purpose text not null,
  expires_at bigint not null
);
create index factor_challenges_time on factor_challenges (expires_at);

create table audit_log (
  id :row_number,
  at bigint not null,
  actor_id text,
  actor_name text not null,
  action text not null,
  target_kind text,
  target_id text,
  target_name text,
  changes text not null,
  outcome text not null,
  reason text,
  request_id text not null,
  network text not null,
  device text,
  previous_hash text not null,
  hash text not null,
  search_text text not null default ''
);
create index audit_log_at on audit_log (at);
create index audit_log_actor_id on audit_log (actor_id, id);
create index audit_log_action on audit_log (action, id);
create index audit_log_target_kind on audit_log (target_kind, target_id, id);
create index audit_log_days on audit_log (at, actor_id, action, outcome, target_kind, target_id);
create index audit_log_actor_days on audit_log (actor_id, at, action, outcome, target_kind, target_id);
create index audit_log_kind_days on audit_log (target_kind, at, action, outcome, actor_id, target_id);
create index audit_log_search on audit_log (id, at, actor_id, action, outcome, target_kind, target_id, search_text);

-- Every writer locks its one row for the length of an insert.
create table audit_head (
  entries bigint not null,
  hash text not null,
  base text
);
insert into audit_head (entries, hash) values (0, '');

create table penalties (
  id :row_number,
  user_id text not null references users (id) on delete cascade,
  reason text not null,
  given_by text,
  given_at bigint not null,
  ends_at bigint,
  lifted_at bigint,
  lifted_by text
);
create index penalties_user on penalties (user_id, id);
create index penalties_end on penalties (ends_at) where lifted_at is null;

create table invitations (
  id :row_number,
  email text not null unique,
  duties text not null,
  code_hash text not null unique,
  invited_by text not null,
  created_at bigint not null,
  expires_at bigint not null,
  mailed_at bigint
);

create table factor_resets (
  user_id text primary key references users (id) on delete cascade,
  requested_by text not null,
  requested_at bigint not null,
  due_at bigint not null,
  code_hash text not null unique,
  mailed_at bigint
);

-- The record of a signatory outlives a closed account.
create table signatories (
  id :row_number,
  user_id text not null references users (id),
  title text not null,
  categories text not null,
  valid_from text not null,
  valid_to text not null,
  version bigint not null,
  withdrawn_at bigint,
  updated_at bigint not null
);
create index signatories_user on signatories (user_id, id);

create table marks (
  kind text primary key,
  number text not null,
  categories text not null,
  scope text not null,
  valid_to text not null,
  version bigint not null,
  updated_at bigint not null
);

create table setup_codes (
  id integer primary key,
  code_hash text not null,
  expires_at bigint not null,
  wrong_tries integer not null,
  used_at bigint,
  owner_id text
);

create table demo_rows (
  kind text not null,
  id text not null,
  value text,
  primary key (kind, id)
) :in_key_order;

create table saved_views (
  id :row_number,
  user_id text not null references users (id) on delete cascade,
  list text not null,
  name text not null,
  query text not null,
  version bigint not null,
  unique (user_id, list, name)
);

create table staff_names (
  user_id text not null references users (id),
  name text not null,
  primary key (user_id, name)
);

create table proved_networks (
  user_id text not null references users (id) on delete cascade,
  network text not null,
  proved_at bigint not null,
  primary key (user_id, network)
);

create table limit_windows (
  kind text not null,
  "key" text not null,
  uses integer not null,
  ends_at bigint not null,
  primary key (kind, "key")
);
create index limit_windows_end on limit_windows (ends_at);

-- Articles, their versions and reviews

create table categories (
  id bigint primary key,
  name text not null,
  icon text,
  sort integer not null,
  article_count bigint not null default 0,
  version integer not null default 0
);
insert into categories (id, name, sort) values
  (32, '新闻资讯', 4),
  (33, '研究', 3),
  (34, '宝石百科', 2),
  (35, '品牌周边', 1),
  (36, '站点页面', 0);

create table tags (
  id :row_number,
  name text not null unique,
  sort integer not null,
  created_at bigint not null,
  version integer not null default 0
);
create index tags_order on tags (sort, id);

create table articles (
  id :row_number,
  category_id bigint not null references categories (id),
  author_id text not null references users (id),
  author_name text,
  title text not null,
  summary text,
  cover text,
  keywords text,
  is_publish smallint not null,
  is_original smallint not null,
  original_url text,
  read_type smallint not null,
  is_stick smallint not null,
  is_recommend smallint not null,
  is_carousel smallint not null,
  link_url text,
  quantity bigint not null default 0,
  like_count bigint not null default 0,
  comment_count bigint not null default 0,
  created_at bigint not null,
  updated_at bigint,
  collect_count bigint not null default 0,
  submitted_at bigint,
  published_at bigint,
  version integer not null default 1
);
create index articles_category_newest on articles (is_publish, category_id, is_stick, created_at, id);
create index articles_category_most_read on articles (is_publish, category_id, is_stick, quantity, id);
create index articles_author on articles (author_id, created_at, id);
create index articles_newest on articles (is_publish, is_stick, created_at, id, category_id);
create index articles_most_read on articles (is_publish, is_stick, quantity, id, category_id);
create index articles_category_time on articles (is_publish, category_id, created_at, id);
create index articles_recommended on articles (is_publish, is_recommend, created_at, id);
create index articles_carousel on articles (is_publish, is_carousel, created_at, id);
create index articles_category_changed on articles (category_id, (coalesce(updated_at, created_at)), id);
create index articles_writer_changed on articles (author_id, (coalesce(updated_at, created_at)), id);
create index articles_named_changed
  on articles (author_name, (coalesce(updated_at, created_at)), id) where author_name is not null;

create table article_texts (
  article_id bigint primary key references articles (id) on delete cascade,
  content text not null,
  content_md text not null,
  plain text not null,
  title_folded text not null,
  folded text not null
);

create table article_tags (
  article_id bigint not null references articles (id) on delete cascade,
  tag_id bigint not null references tags (id) on delete cascade,
  "position" smallint not null,
  is_publish smallint not null default 0,
  is_stick smallint not null default 0,
  created_at bigint not null default 0,
  category_id bigint not null default 0,
  primary key (article_id, tag_id)
) :in_key_order;
create index article_tags_tag on article_tags (tag_id, article_id);
create index article_tags_list on article_tags (tag_id, is_publish, is_stick, created_at, article_id, category_id);

create table article_likes (
  article_id bigint not null references articles (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  created_at bigint not null,
  primary key (article_id, user_id)
) :in_key_order;

-- Without a foreign key: reads are written a second later, and one deleted article must not fail the whole batch.
create table article_reads (
  day text not null,
  article_id bigint not null,
  client_hash text not null,
  primary key (day, article_id, client_hash)
) :in_key_order;

create table article_codes (
  code_hash text primary key,
  expires_at bigint not null
);

create table gate_passes (
  client_hash text primary key,
  expires_at bigint not null
);

create table article_terms (
  term :code_text not null,
  scope smallint not null,
  created_at bigint not null,
  article_id bigint not null,
  primary key (term, scope, created_at, article_id)
) :in_key_order;

create table merged_topics (
  kind text not null,
  from_id bigint not null,
  into_id bigint not null,
  name text not null,
  at bigint not null,
  primary key (kind, from_id)
) :in_key_order;

create table standing_pages (
  "key" text primary key,
  article_id bigint not null unique references articles (id) on delete cascade,
  is_template smallint not null
);

create table article_versions (
  id :row_number,
  article_id bigint not null references articles (id) on delete cascade,
  version integer not null,
  editor_id text references users (id) on delete set null,
  note text,
  form text not null,
  created_at bigint not null,
  unique (article_id, version)
);
create index article_versions_editor on article_versions (editor_id);

create table article_drafts (
  id :row_number,
  article_id bigint not null references articles (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  base_version integer not null,
  form text not null,
  saved_at bigint not null,
  unique (article_id, user_id)
);
create index article_drafts_user on article_drafts (user_id);

create table article_locks (
  article_id bigint not null references articles (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  since bigint not null,
  renewed_at bigint not null,
  typed_at bigint,
  unsaved integer not null,
  primary key (article_id)
);

create table article_schedules (
  article_id bigint not null references articles (id) on delete cascade,
  publish_at bigint not null,
  base_version integer not null,
  editor_id text references users (id) on delete set null,
  form text not null,
  content text not null,
  plain text not null,
  primary key (article_id)
);
create index article_schedules_time on article_schedules (publish_at);

create table content_revision (
  revision bigint not null
);
insert into content_revision (revision) values (1);

create table content_faults (
  id :row_number,
  article_id bigint not null references articles (id) on delete cascade,
  kind text not null,
  target text not null,
  found_at bigint not null,
  unique (article_id, kind, target)
);
create index content_faults_target on content_faults (kind, target);

create table content_check (
  started_at bigint,
  finished_at bigint,
  checked integer not null,
  total integer not null,
  links_checked integer not null default 0,
  links_total integer not null default 0
);
insert into content_check (checked, total, links_checked, links_total) values (0, 0, 0, 0);

create table previews (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  path text not null,
  notice text not null,
  answers text not null,
  ends_at bigint not null
);
create index previews_user on previews (user_id, ends_at);
create index previews_end on previews (ends_at);

create table external_links (
  address text primary key,
  checked_at bigint,
  problem text,
  failed_since text,
  failed_last text
);
create index external_links_checked on external_links (checked_at);

create table article_links (
  article_id bigint not null references articles (id) on delete cascade,
  address text not null references external_links (address) on delete cascade,
  primary key (article_id, address)
);
create index article_links_address on article_links (address);

create table article_bulk_jobs (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  action text not null,
  article_ids text not null,
  source text not null,
  total integer not null,
  "position" integer not null,
  done integer not null,
  skipped text not null,
  started_at bigint not null,
  finished_at bigint
);
create index article_bulk_jobs_user on article_bulk_jobs (user_id, started_at);

-- Comments, short posts, chat, follows

create table comments (
  id :row_number,
  article_id bigint not null references articles (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  parent_id bigint references comments (id) on delete cascade,
  reply_user_id text references users (id) on delete set null,
  content text not null,
  browser text,
  browser_version text,
  system text,
  system_version text,
  reported_at bigint,
  created_at bigint not null
);
create index comments_article on comments (article_id, parent_id, id);
create index comments_replies on comments (parent_id, id);
create index comments_user on comments (user_id, id);
create index comments_reported on comments (reported_at, id) where reported_at is not null;
-- PostgreSQL reads nothing in order behind a column that is null, so this index leaves replies out.
create index comments_conversations on comments (article_id, id) where parent_id is null;

create table comment_reports (
  comment_id bigint not null references comments (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  reason text not null,
  created_at bigint not null,
  primary key (comment_id, user_id)
) :in_key_order;
create index comment_reports_user on comment_reports (user_id, created_at);

create table collects (
  article_id bigint not null references articles (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  created_at bigint not null,
  primary key (article_id, user_id)
) :in_key_order;
create index collects_user on collects (user_id, created_at, article_id);

create table follows (
  follower_id text not null references users (id) on delete cascade,
  followed_id text not null references users (id) on delete cascade,
  created_at bigint not null,
  primary key (follower_id, followed_id)
) :in_key_order;
create index follows_newest on follows (follower_id, created_at, followed_id);
create index follows_followed on follows (followed_id);

create table says (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  content text not null,
  pictures text,
  address text,
  is_public smallint not null,
  created_at bigint not null
);
create index says_newest on says (created_at, id, is_public);
create index says_writer on says (user_id, created_at, id);

create table say_likes (
  say_id text not null references says (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  created_at bigint not null,
  primary key (say_id, user_id)
) :in_key_order;
create index say_likes_order on say_likes (say_id, created_at, user_id);

create table say_comments (
  id :row_number,
  say_id text not null references says (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  reply_user_id text references users (id) on delete set null,
  content text not null,
  created_at bigint not null
);
create index say_comments_order on say_comments (say_id, id);

create table sign_ins (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  day text not null,
  created_at bigint not null,
  unique (user_id, day)
);

create table notices (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  type smallint not null,
  mark smallint,
  article_id bigint references articles (id) on delete cascade,
  comment_id bigint references comments (id) on delete cascade,
  actor_id text references users (id) on delete cascade,
  content text,
  is_read smallint not null,
  created_at bigint not null
);
create index notices_list on notices (user_id, type, created_at, id);
create index notices_unread on notices (user_id, is_read, type);
create index notices_article on notices (article_id);
create index notices_comment on notices (comment_id);

create table chat_messages (
  seq :row_number,
  id text not null unique,
  pair text not null,
  from_user_id text not null references users (id) on delete cascade,
  to_user_id text not null references users (id) on delete cascade,
  content text not null,
  type smallint not null,
  is_read smallint not null,
  is_withdraw smallint not null,
  idempotency_key text,
  created_at bigint not null,
  unique (from_user_id, idempotency_key)
);
create index chat_messages_pair on chat_messages (pair, seq);
create index chat_messages_unread on chat_messages (to_user_id, from_user_id) where is_read = 0;
create index chat_messages_from_user_id on chat_messages (from_user_id, seq);
create index chat_messages_to_user_id on chat_messages (to_user_id, seq);

create table chat_rooms (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  peer_id text not null references users (id) on delete cascade,
  pair text not null,
  active_at bigint not null,
  created_at bigint not null,
  unique (user_id, peer_id)
);

create table blocks (
  blocker_id text not null references users (id) on delete cascade,
  blocked_id text not null references users (id) on delete cascade,
  created_at bigint not null,
  primary key (blocker_id, blocked_id)
);

-- Tickets: feedback, reports of forgeries, reported comments

create table feedback (
  id text primary key,
  user_id text references users (id) on delete cascade,
  type smallint not null,
  title text not null,
  content text not null,
  img_url text,
  status smallint not null,
  created_at bigint not null,
  email text,
  source text not null default 'site',
  customer_name text,
  phone text,
  contact_email text
);
create index feedback_time on feedback (status, created_at);
create index feedback_newest on feedback (created_at, id);
create index feedback_writer on feedback (user_id, created_at, id);
create index feedback_user on feedback (user_id);
create index feedback_email on feedback (email);

create table feedback_answers (
  id text primary key,
  feedback_id text not null references feedback (id) on delete cascade,
  user_id text references users (id) on delete set null,
  content text not null,
  delivery text not null,
  created_at bigint not null,
  ref text
);
create index feedback_answers_time on feedback_answers (feedback_id, created_at, id);
create index feedback_answers_user on feedback_answers (user_id);
create unique index feedback_answers_ref on feedback_answers (ref);

create table tickets (
  id :row_number,
  kind text not null,
  feedback_id text unique references feedback (id) on delete cascade,
  comment_id bigint unique references comments (id) on delete set null,
  title text not null,
  state text not null,
  assignee_id text references users (id) on delete set null,
  due_at bigint,
  left_ms bigint,
  allowed_ms bigint not null,
  sort_at bigint not null,
  created_at bigint not null,
  first_answer_at bigint,
  first_answer_ms bigint,
  closed_at bigint,
  version integer not null
);
create index tickets_kind_state on tickets (kind, state, sort_at, id);
create index tickets_kind on tickets (kind, id);
create index tickets_assignee on tickets (assignee_id, state, sort_at, id);
create index tickets_answered on tickets (first_answer_at);

create table ticket_entries (
  id :row_number,
  ticket_id bigint not null references tickets (id) on delete cascade,
  kind text not null,
  user_id text references users (id) on delete set null,
  content text not null,
  created_at bigint not null
);
create index ticket_entries_ticket on ticket_entries (ticket_id, id);
create index ticket_entries_user on ticket_entries (user_id);

create table report_pictures (
  name text primary key,
  feedback_id text references feedback (id) on delete cascade,
  bytes bigint not null,
  created_at bigint not null,
  entry_id bigint references ticket_entries (id) on delete cascade
);
create index report_pictures_feedback on report_pictures (feedback_id);
create index report_pictures_time on report_pictures (created_at);
create index report_pictures_entry on report_pictures (entry_id);

create table ticket_mails (
  id :row_number,
  ticket_id bigint not null references tickets (id) on delete cascade,
  answer_id text not null references feedback_answers (id) on delete cascade,
  state text not null,
  reason text,
  created_at bigint not null,
  changed_at bigint not null,
  attempts integer not null default 0,
  retry_at bigint
);
create index ticket_mails_ticket on ticket_mails (ticket_id, id);
create index ticket_mails_answer on ticket_mails (answer_id);
create index ticket_mails_state on ticket_mails (state, id);

create table ticket_links (
  token_hash text primary key,
  ticket_id bigint not null references tickets (id) on delete cascade,
  expires_at bigint not null
);
create index ticket_links_ticket on ticket_links (ticket_id);
create index ticket_links_time on ticket_links (expires_at);

create table saved_replies (
  id :row_number,
  title text not null,
  content text not null,
  version integer not null,
  changed_at bigint not null
);

create table ticket_pictures (
  name text primary key,
  ticket_id bigint not null references tickets (id) on delete cascade,
  user_id text references users (id) on delete set null,
  answer_id text references feedback_answers (id) on delete cascade,
  entry_id bigint references ticket_entries (id) on delete cascade,
  place integer not null default 0,
  bytes bigint not null,
  created_at bigint not null
);
create index ticket_pictures_ticket_id on ticket_pictures (ticket_id);
create index ticket_pictures_user_id on ticket_pictures (user_id);
create index ticket_pictures_answer_id on ticket_pictures (answer_id);
create index ticket_pictures_entry_id on ticket_pictures (entry_id);

create table ticket_comments (
  ticket_id bigint primary key references tickets (id) on delete cascade,
  article_id bigint not null,
  article_title text not null,
  user_id text references users (id) on delete set null,
  nickname text not null,
  content text not null,
  reasons text not null default '[]'
);
create index ticket_comments_user on ticket_comments (user_id);

-- Jobs: work that belongs to no request

create table jobs (
  id :row_number,
  kind text not null,
  ref text not null,
  order_key text,
  due_at bigint not null,
  taken_until bigint not null default 0,
  attempts integer not null default 0,
  run bigint not null default 0,
  died_at bigint,
  reason text,
  unique (kind, ref)
);
create index jobs_due on jobs (kind, due_at, id) where died_at is null;
create index jobs_order on jobs (kind, order_key, id) where order_key is not null;
create index jobs_dead on jobs (died_at) where died_at is not null;

-- The site: settings, links, visits

create table site_settings (
  name text primary key,
  value text not null
);

create table navigation_sites (
  id :row_number,
  group_position smallint not null,
  group_name text not null,
  "position" smallint not null,
  name text not null,
  url text not null,
  info text
);

create table site_versions (
  version bigint primary key,
  at bigint not null,
  actor_id text,
  restored_to bigint,
  changes text not null
);

-- Every writer locks its one row.
create table site_head (
  version bigint not null
);
insert into site_head (version) values (0);

-- Figures by day

create table site_counters (
  name text primary key,
  value bigint not null
);

create table visitors (
  visitor_hash text primary key,
  first_seen_at bigint not null
);

create table search_terms (
  keyword text not null,
  day text not null,
  times bigint not null,
  primary key (day, keyword)
);

create table search_clients (
  day text not null,
  client_hash text not null,
  keyword text not null,
  primary key (day, client_hash, keyword)
);

create table daily_counts (
  kind text not null,
  day text not null,
  "key" text not null,
  times bigint not null,
  primary key (kind, day, "key")
);

create table health_marks (
  name text primary key,
  at bigint not null,
  detail text not null
);

-- Certificates, and the work of the desk on them

create table certificates (
  certificate_no :code_text primary key,
  check_code_hash text not null,
  state text not null,
  version integer not null,
  body_import_id bigint not null,
  newer_no text,
  reason text,
  changed_on text,
  received_on text,
  category text,
  import_id bigint not null,
  imported_at bigint not null,
  revision integer not null default 0,
  code_sealed text,
  noticed_on text,
  log_index bigint
) :in_key_order;
create index certificates_noticed on certificates (noticed_on, certificate_no) where noticed_on is not null;

create table certificate_versions (
  certificate_no :code_text not null,
  version integer not null,
  import_id bigint not null,
  body text not null,
  imported_at bigint not null,
  reason text,
  primary key (certificate_no, version, import_id)
);
create index certificate_versions_import on certificate_versions (import_id);

-- A file has one unfinished import at most; importing it again resumes it.
create table certificate_imports (
  id :row_number,
  file_hash text not null,
  file_name text not null,
  state text not null,
  rows_done bigint not null,
  added bigint not null,
  corrected bigint not null,
  unchanged bigint not null,
  started_at bigint not null,
  finished_at bigint,
  listed_to :code_text,
  is_listed integer not null default 0
);
create unique index certificate_imports_unfinished on certificate_imports (file_hash) where state = 'staging';

create table certificate_staging (
  import_id bigint not null references certificate_imports (id) on delete cascade,
  certificate_no :code_text not null,
  line_no bigint not null,
  change text not null,
  base_import_id bigint not null,
  check_code_hash text not null,
  state text not null,
  version integer not null,
  body_import_id bigint not null,
  newer_no text,
  reason text,
  changed_on text,
  received_on text,
  category text,
  base_revision integer not null default 0,
  log_record_id bigint,
  log_entry text,
  log_seal text,
  primary key (import_id, certificate_no)
) :in_key_order;

create table certificate_pictures (
  name text primary key,
  content_hash text not null,
  file_name text not null,
  import_id bigint not null references certificate_imports (id) on delete cascade
);
create index certificate_pictures_content on certificate_pictures (content_hash, import_id);

create table pending_changes (
  certificate_no :code_text primary key,
  kind text not null,
  state text not null,
  version integer not null,
  revision integer not null,
  form text not null,
  answers text not null,
  reason text,
  return_reason text,
  replaces :code_text,
  body text,
  content_hash text,
  prepared_by text not null references users (id),
  submitted_by text references users (id),
  submitted_name text,
  opened_at bigint,
  changed_at bigint not null,
  suspended_draft text,
  batch_id bigint
);
create unique index pending_changes_replaces on pending_changes (replaces) where replaces is not null;
create index pending_changes_prepared_by on pending_changes (prepared_by);
create index pending_changes_submitted_by on pending_changes (submitted_by);
create index pending_changes_state on pending_changes (state, changed_at, certificate_no, batch_id);

create table certificate_writers (
  certificate_no :code_text not null,
  version integer not null,
  user_id text not null references users (id),
  primary key (certificate_no, version, user_id)
);
create index certificate_writers_user on certificate_writers (user_id);

create table certificate_desk_pictures (
  name text primary key,
  certificate_no :code_text not null,
  sha256 text
);
create index certificate_desk_pictures_number on certificate_desk_pictures (certificate_no);

create table certificate_counters (
  day text primary key,
  serial integer not null
);

create table certificate_events (
  id :row_number,
  certificate_no :code_text not null,
  version integer not null,
  step text not null,
  by_id text references users (id),
  by_name text,
  reason text,
  at bigint not null
);
create index certificate_events_number on certificate_events (certificate_no, id);
create index certificate_events_by on certificate_events (by_id);

create table certificate_conclusions (
  id :row_number,
  name text not null unique
);

-- What the list of the desk reads. Each filter, and each pair of filters that are common, has an index in its order.
create table certificate_desk (
  certificate_no :code_text primary key,
  shown_state text not null,
  change_state text,
  change_kind text,
  version integer not null,
  category text,
  conclusion_id bigint,
  mass_g real,
  warnings integer not null,
  unanswered integer not null,
  prepared_name text,
  approved_name text,
  day text not null,
  changed_at bigint not null
) :in_key_order;
create index certificate_desk_ on certificate_desk (day, certificate_no);
create index certificate_desk_shown_state on certificate_desk (shown_state, day, certificate_no);
create index certificate_desk_change_state on certificate_desk (change_state, day, certificate_no);
create index certificate_desk_category on certificate_desk (category, day, certificate_no);
create index certificate_desk_conclusion_id on certificate_desk (conclusion_id, day, certificate_no);
create index certificate_desk_prepared_name on certificate_desk (prepared_name, day, certificate_no);
create index certificate_desk_category_shown_state on certificate_desk (category, shown_state, day, certificate_no);
create index certificate_desk_prepared_name_category on certificate_desk (prepared_name, category, day, certificate_no);
create index certificate_desk_conclusion_id_prepared_name
  on certificate_desk (conclusion_id, prepared_name, day, certificate_no);
create index certificate_desk_prepared_name_shown_state
  on certificate_desk (prepared_name, shown_state, day, certificate_no);
create index certificate_desk_conclusion_id_shown_state
  on certificate_desk (conclusion_id, shown_state, day, certificate_no);
create index certificate_desk_conclusion_id_category on certificate_desk (conclusion_id, category, day, certificate_no);
create index certificate_desk_warned on certificate_desk (day, certificate_no) where warnings > 0;

create table certificate_confirmations (
  certificate_no :code_text primary key,
  by_id text not null references users (id),
  by_name text not null,
  at bigint not null,
  alarmed_at bigint
);
create index certificate_confirmations_by on certificate_confirmations (by_id);

create table certificate_prints (
  id :row_number,
  certificate_no :code_text not null,
  version integer not null,
  kind text not null,
  has_code integer not null,
  by_id text not null references users (id),
  by_name text not null,
  at bigint not null
);
create index certificate_prints_number on certificate_prints (certificate_no, id);
create index certificate_prints_by on certificate_prints (by_id);

create table certificate_number_shares (
  day text not null,
  user_id text not null,
  taken integer not null,
  primary key (day, user_id)
) :in_key_order;

create table certificate_free_numbers (
  day text not null,
  certificate_no :code_text not null,
  primary key (day, certificate_no)
) :in_key_order;

create table certificate_recoveries (
  certificate_no :code_text primary key,
  idx bigint not null,
  at bigint not null
) :in_key_order;

-- Batches: files of certificates that are checked before they reach the desk

create table certificate_batches (
  id :row_number,
  user_id text not null references users (id),
  file_name text not null,
  file text not null,
  file_hash text not null,
  state text not null,
  message text,
  sheets text not null,
  sheet text,
  encoding text,
  choice text not null,
  columns text not null,
  share real not null,
  target text,
  reason text,
  rows_done integer not null default 0,
  added integer not null default 0,
  corrected integer not null default 0,
  unchanged integer not null default 0,
  warned integer not null default 0,
  faulty integer not null default 0,
  pending integer not null default 0,
  drafts integer not null default 0,
  submitted integer not null default 0,
  made_at bigint not null,
  file_bytes bigint not null default 0,
  row_bytes bigint not null default 0,
  numbers integer not null default 0,
  numbers_day text,
  has_pictures integer not null default 0
);
create index certificate_batches_user on certificate_batches (user_id, id);
create index certificate_batches_state on certificate_batches (state);

create table certificate_batch_fixes (
  user_id text not null references users (id),
  file_hash text not null,
  sheet text not null,
  line_no integer not null,
  member text not null,
  value text not null,
  made_at bigint not null,
  primary key (user_id, file_hash, sheet, line_no, member)
) :in_key_order;

create table certificate_batch_rows (
  batch_id bigint not null,
  line_no integer not null,
  certificate_no :code_text,
  change text,
  is_faulty integer not null,
  is_warned integer not null,
  is_pending integer not null,
  needs_reason integer not null,
  cells text not null,
  code text,
  findings text not null,
  form text,
  reason text,
  category text,
  version integer,
  base_revision integer,
  change_state text,
  is_number_given integer not null default 0,
  primary key (batch_id, line_no)
) :in_key_order;
create index certificate_batch_rows_number on certificate_batch_rows (batch_id, certificate_no);
create index certificate_batch_rows_is_faulty on certificate_batch_rows (batch_id, line_no) where is_faulty = 1;
create index certificate_batch_rows_is_warned on certificate_batch_rows (batch_id, line_no) where is_warned = 1;
create index certificate_batch_rows_change on certificate_batch_rows (batch_id, change, line_no);

create table certificate_batch_warnings (
  batch_id bigint not null,
  member text not null,
  conclusion text not null,
  text text not null,
  rows integer not null,
  answer text,
  primary key (batch_id, member, conclusion)
) :in_key_order;

-- Certificates that members saved, and shares

create table saved_certificates (
  user_id text not null references users (id) on delete cascade,
  certificate_no :code_text not null,
  version integer not null,
  state text not null,
  saved_at bigint not null,
  primary key (user_id, certificate_no)
) :in_key_order;
create index saved_certificates_number on saved_certificates (certificate_no, user_id);
create index saved_certificates_newest on saved_certificates (user_id, saved_at, certificate_no);

create table saved_certificate_mail_opt_outs (
  user_id text primary key references users (id) on delete cascade
);

create table certificate_shares (
  id :row_number,
  secret_hash text not null unique,
  certificate_no :code_text not null,
  version integer not null,
  user_id text references users (id) on delete cascade,
  client text,
  revoke_hash text unique,
  started_at bigint not null,
  ends_at bigint not null,
  revoked_at bigint
);
create index certificate_shares_user_id on certificate_shares (user_id, certificate_no);
create index certificate_shares_client on certificate_shares (client, certificate_no);
create index certificate_shares_end on certificate_shares (ends_at);

create table certificate_share_opens (
  share_id bigint not null references certificate_shares (id) on delete cascade,
  day text not null,
  times integer not null,
  primary key (share_id, day)
);

create table certificate_notices (
  id :row_number,
  certificate_no :code_text not null,
  version integer not null,
  kind text not null,
  newer_no :code_text,
  created_at bigint not null,
  notified_to text not null,
  unique (certificate_no, kind, version)
);
create index certificate_notices_age on certificate_notices (created_at);

-- The public log of certificates

create table log_state (
  id integer primary key,
  origin text,
  size bigint not null,
  signed_size bigint not null,
  checkpoint text,
  cosignatures text not null,
  signed_at bigint,
  stopped text
);
insert into log_state (id, size, signed_size, cosignatures) values (1, 0, 0, '');

create table log_entries (
  idx :number_key,
  entry text not null,
  certificate_no text not null,
  record_id bigint,
  seal text not null,
  note text
);
create index log_entries_no on log_entries (certificate_no);
create index log_entries_record on log_entries (record_id);

create table log_records (
  id :row_number,
  certificate_no text not null,
  version integer not null,
  kind text not null,
  prev bigint,
  salt text not null,
  format integer not null,
  text text not null,
  note text,
  import_id bigint not null,
  made_at bigint not null
);
create index log_records_no on log_records (certificate_no);
create index log_records_import on log_records (import_id);

create table log_tiles (
  level integer not null,
  idx bigint not null,
  root text not null,
  primary key (level, idx)
) :in_key_order;

create table log_backlog (
  pos :number_key,
  certificate_no text not null unique,
  text text not null,
  seal text not null
);

create table log_witnesses (
  "key" text primary key,
  size bigint not null,
  requested_at bigint not null,
  cosigned_at bigint,
  failure text
) :in_key_order;

create table certificate_mismatches (
  certificate_no text primary key,
  why text not null,
  first_at bigint not null,
  last_at bigint not null,
  alarmed_on text not null
) :in_key_order;

-- Partners and their keys

create table partners (
  id :row_number,
  name text not null,
  contact_email text not null,
  scopes text not null,
  daily_quota integer not null,
  addresses text not null,
  state text not null,
  version integer not null,
  created_at bigint not null
);

create table partner_keys (
  id :row_number,
  partner_id bigint not null references partners (id) on delete cascade,
  key_hash text not null unique,
  last_four text not null,
  is_test integer not null,
  created_at bigint not null,
  ends_at bigint,
  revoked_at bigint,
  last_used_day text
);
create index partner_keys_partner on partner_keys (partner_id, id);

create table partner_days (
  partner_id bigint not null references partners (id) on delete cascade,
  day text not null,
  taken integer not null default 0,
  valid integer not null default 0,
  reissued integer not null default 0,
  withdrawn integer not null default 0,
  examination integer not null default 0,
  unknown integer not null default 0,
  malformed integer not null default 0,
  refused integer not null default 0,
  alarmed_at bigint,
  mismatch integer not null default 0,
  primary key (partner_id, day)
) :in_key_order;

-- Notifications to partners

create table partner_certificates (
  partner_id bigint not null references partners (id) on delete cascade,
  certificate_no :code_text not null,
  seen_at bigint not null,
  primary key (partner_id, certificate_no)
) :in_key_order;
create index partner_certificates_by_certificate_no on partner_certificates (certificate_no, partner_id, seen_at);
create index partner_certificates_by_partner_id on partner_certificates (partner_id, seen_at);

create table webhook_endpoints (
  id :row_number,
  partner_id bigint not null references partners (id) on delete cascade,
  address text not null,
  secret_sealed text not null,
  old_secret_sealed text,
  old_secret_until bigint not null,
  off_reason text,
  failing_since bigint,
  paused_until bigint not null,
  version integer not null,
  created_at bigint not null
);
create index webhook_endpoints_partner on webhook_endpoints (partner_id);

create table webhook_sequences (
  endpoint_id bigint not null references webhook_endpoints (id) on delete cascade,
  certificate_no :code_text not null,
  sequence integer not null,
  primary key (endpoint_id, certificate_no)
) :in_key_order;

create table webhook_events (
  id :row_number,
  endpoint_id bigint not null references webhook_endpoints (id) on delete cascade,
  certificate_no :code_text not null,
  sequence integer not null,
  message_id text not null unique,
  event text not null,
  version integer,
  changed_on text,
  newer_no :code_text,
  log_index bigint,
  state text not null,
  attempts integer not null,
  began_at bigint not null,
  due_at bigint not null,
  created_at bigint not null
);
create index webhook_events_due on webhook_events (endpoint_id, state, due_at, id);
create index webhook_events_order on webhook_events (endpoint_id, certificate_no, state, id);
create index webhook_events_list on webhook_events (endpoint_id, id);
create index webhook_events_age on webhook_events (created_at);

create table webhook_attempts (
  id :row_number,
  event_id bigint not null references webhook_events (id) on delete cascade,
  attempted_at bigint not null,
  duration_ms integer not null,
  status integer,
  problem text,
  answer text not null
);
create index webhook_attempts_event on webhook_attempts (event_id, id);
