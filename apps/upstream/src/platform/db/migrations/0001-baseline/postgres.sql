-- What only PostgreSQL has.

create index articles_changed on articles ((coalesce(updated_at, created_at)), id);
create index articles_state_changed on articles (is_publish, (coalesce(updated_at, created_at)), id);
create index tickets_state on tickets (state, sort_at, id);

-- The database counts the sessions that end before their time, as they end in many places: here, in another process,
-- by a command, by hand.
create function count_session_end() returns trigger language plpgsql
  as $$ begin update session_ends set times = times + 1; return null; end $$;
create function count_session_ends() returns trigger language plpgsql
  as $$ begin
    if exists (select from ended) then update session_ends set times = times + 1; end if;
    return null;
  end $$;
create trigger sessions_end after delete on sessions referencing old table as ended
  for each statement execute function count_session_ends();
create trigger users_status after update of status on users
  for each row when (old.status <> new.status) execute function count_session_end();

-- The number of published articles of each category. Counting them took longer than reading a page.
create function count_articles() returns trigger language plpgsql
  as $$ begin
    if tg_op <> 'INSERT' and old.is_publish = 1 then
      update categories set article_count = article_count - 1 where id = old.category_id;
    end if;
    if tg_op <> 'DELETE' and new.is_publish = 1 then
      update categories set article_count = article_count + 1 where id = new.category_id;
    end if;
    return null;
  end $$;
create trigger articles_count_new after insert or delete on articles
  for each row execute function count_articles();
create trigger articles_count_changed after update of is_publish, category_id on articles
  for each row when (old.is_publish <> new.is_publish or old.category_id <> new.category_id)
  execute function count_articles();

-- The sort columns beside each tag, so that the page of a tag is read from one index.
create function place_article_tags() returns trigger language plpgsql
  as $$ begin
    update article_tags
      set (is_publish, is_stick, created_at, category_id) =
        (new.is_publish, new.is_stick, new.created_at, new.category_id)
      where article_id = new.id;
    return null;
  end $$;
create trigger articles_place_changed after update of is_publish, is_stick, created_at, category_id on articles
  for each row when (old.is_publish <> new.is_publish or old.is_stick <> new.is_stick
    or old.created_at <> new.created_at or old.category_id <> new.category_id)
  execute function place_article_tags();
create function place_article_tag() returns trigger language plpgsql
  as $$ begin
    select a.is_publish, a.is_stick, a.created_at, a.category_id
      into new.is_publish, new.is_stick, new.created_at, new.category_id
      from articles a where a.id = new.article_id;
    return new;
  end $$;
create trigger article_tags_place before insert on article_tags
  for each row execute function place_article_tag();

-- Nobody changes or deletes an entry of the audit log, whatever the code does.
create function refuse_audit_change() returns trigger language plpgsql
  as $$ begin raise exception 'entries of the audit log stay as they are'; end $$;
create trigger audit_log_no_change before update or delete on audit_log
  for each row execute function refuse_audit_change();
