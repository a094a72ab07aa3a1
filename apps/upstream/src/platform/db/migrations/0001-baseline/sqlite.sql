-- What only SQLite has.

-- A search in titles reads its index alone. PostgreSQL reads the whole table in the same time.
create index articles_changed on articles ((coalesce(updated_at, created_at)), id, is_publish, category_id, title);
create index articles_state_changed on articles (is_publish, (coalesce(updated_at, created_at)), id, category_id, title);
create index tickets_state on tickets (state, sort_at, id, title);

-- The database counts the sessions that end before their time, as they end in many places: here, in another process,
-- by a command, by hand.
create trigger sessions_end after delete on sessions
  begin update session_ends set times = times + 1; end;
create trigger users_status after update of status on users
  begin update session_ends set times = times + 1; end;

-- The number of published articles of each category. Counting them took longer than reading a page.
create trigger articles_count_new after insert on articles when new.is_publish = 1
  begin update categories set article_count = article_count + 1 where id = new.category_id; end;
create trigger articles_count_gone after delete on articles when old.is_publish = 1
  begin update categories set article_count = article_count - 1 where id = old.category_id; end;
create trigger articles_count_changed after update of is_publish, category_id on articles
  when old.is_publish <> new.is_publish or old.category_id <> new.category_id
  begin
    update categories set article_count = article_count - 1 where id = old.category_id and old.is_publish = 1;
    update categories set article_count = article_count + 1 where id = new.category_id and new.is_publish = 1;
  end;

-- The sort columns beside each tag, so that the page of a tag is read from one index.
create trigger articles_place_changed after update of is_publish, is_stick, created_at, category_id on articles
  when old.is_publish <> new.is_publish or old.is_stick <> new.is_stick
    or old.created_at <> new.created_at or old.category_id <> new.category_id
  begin
    update article_tags
      set (is_publish, is_stick, created_at, category_id) =
        (new.is_publish, new.is_stick, new.created_at, new.category_id)
      where article_id = new.id;
  end;
create trigger article_tags_place after insert on article_tags
  begin
    update article_tags
      set (is_publish, is_stick, created_at, category_id) =
        (select is_publish, is_stick, created_at, category_id from articles where id = new.article_id)
      where article_id = new.article_id and tag_id = new.tag_id;
  end;

-- Nobody changes or deletes an entry of the audit log, whatever the code does.
create trigger audit_log_no_update before update on audit_log
  begin select raise(abort, 'entries of the audit log stay as they are'); end;
create trigger audit_log_no_delete before delete on audit_log
  begin select raise(abort, 'entries of the audit log stay as they are'); end;

-- SQLite guesses what an index finds, and takes any index with a range of days for as good as one with two filters
-- more. These are the figures of a large laboratory: rows, rows with one value of each filter, and rows of one day
-- among them (sqlite.org/optoverview.html, "manual control of query plans using sqlite_stat tables").
-- The first statement makes the table of figures, the last one lets this connection read it again.
analyze certificate_counters;
delete from sqlite_stat1 where tbl = 'certificate_counters';
insert into sqlite_stat1 (tbl, idx, stat) values
  ('certificate_desk', 'certificate_desk_', '1000000 850 1'),
  ('certificate_desk', 'certificate_desk_shown_state', '1000000 160000 140 1'),
  ('certificate_desk', 'certificate_desk_change_state', '1000000 1000 40 1'),
  ('certificate_desk', 'certificate_desk_category', '1000000 160000 140 1'),
  ('certificate_desk', 'certificate_desk_conclusion_id', '1000000 2000 20 1'),
  ('certificate_desk', 'certificate_desk_prepared_name', '1000000 50000 50 1'),
  ('certificate_desk', 'certificate_desk_category_shown_state', '1000000 160000 16000 14 1'),
  ('certificate_desk', 'certificate_desk_prepared_name_category', '1000000 50000 5000 5 1'),
  ('certificate_desk', 'certificate_desk_prepared_name_shown_state', '1000000 50000 5000 5 1'),
  ('certificate_desk', 'certificate_desk_conclusion_id_category', '1000000 2000 200 2 1'),
  ('certificate_desk', 'certificate_desk_conclusion_id_shown_state', '1000000 2000 200 2 1'),
  ('certificate_desk', 'certificate_desk_conclusion_id_prepared_name', '1000000 2000 200 2 1');
analyze sqlite_schema;
