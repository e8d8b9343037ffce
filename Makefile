# Everything one does with the site. `make help` lists it.
PYTHON ?= python3
# Where the site listens: HOST=192.168.1.10 for a pub, with SITE_URL to match.
HOST ?= 127.0.0.1
PORT ?= 8000
SITE_URL ?= http://$(HOST):$(PORT)
export PORT SITE_URL
# Every run starts many processes of the site; each would compile all of it anew.
export PYTHONDONTWRITEBYTECODE :=
# Which tests `make test` runs: make test TESTS=tests/engine
TESTS ?= tests
# And which of them: make test MARKED="not long and not timed and database"
MARKED ?= not long and not timed
# The order stays as it is: else the files with the fewest tests come last, and they have the longest.
SIDE_BY_SIDE := -n 2 --dist loadfile --no-loadscope-reorder

VENV := .venv/bin/python
WORDS := $(wildcard cribsite/locale/*/LC_MESSAGES/django.po)

.PHONY: help run test test-long check check-types check-others audit bench bench-flood bench-history bench-admin \
	bench-smoothness messages keys words setup clean

help:
	@echo "make run        start the site on $(SITE_URL) (PORT=9000 make run for another port)"
	@echo "make test       run the tests (browser tests too, where chromium is installed)"
	@echo "make test-long  run the tests that take minutes"
	@echo "make check      ruff, mypy, import-linter, djlint, words, migrations, deployment checks"
	@echo "make audit      known holes in the libraries that are pinned (asks the advisory database: needs a line)"
	@echo "make bench      measure: hands counted, moves a second by forms and by the API, bytes of an update"
	@echo "make bench-flood  measure what players feel of a client that sends 1,000 bad frames a second"
	@echo "make bench-history  measure the pages of finished games with 100,000 of them stored"
	@echo "make bench-admin  measure the lists of the admin with 100,000 matches and 10,000 players"
	@echo "make bench-smoothness  whether a phone a quarter as fast as this machine is ever held up at a table"
	@echo "make messages   collect the words to translate (needs GNU gettext)"

run: setup
	@$(VENV) manage.py check --database default --fail-level ERROR
	@echo
	@echo "Cribsite is starting at $(SITE_URL) - open it in a browser, sign up and play."
	@echo "Mail (to confirm an address, to reset a password) is printed here. Ctrl+C stops the site."
	@echo
	@$(VENV) manage.py referee --loop & referee=$$!; trap 'kill $$referee' EXIT; trap exit INT TERM; \
	$(VENV) -m daphne -b $(HOST) -p $(PORT) --websocket-max-frame-size 8192 --websocket-max-message-size 131072 \
		--access-log /dev/null cribsite.asgi:application

setup: .venv/run.stamp keys words
	@$(VENV) manage.py migrate -v 0
	@$(VENV) manage.py createcachetable
	@$(VENV) manage.py collectstatic -v 0 --noinput

.venv/run.stamp: requirements.txt requirements-lock.txt
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'Cribsite needs Python 3.11 or newer.')"
	@echo "Preparing the virtual environment; the first time takes a minute."
	@test -x $(VENV) || $(PYTHON) -m venv .venv
	@$(VENV) -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch .venv/run.stamp

.venv/dev.stamp: .venv/run.stamp requirements-dev.txt
	@$(VENV) -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch .venv/dev.stamp

keys: var/secret_key var/deal_key

var/%_key:
	@mkdir -p var
	@umask 077 && $(PYTHON) -c "import secrets; print(secrets.token_hex(32))" > $@

words: var/words.stamp

var/words.stamp: $(WORDS) .venv/run.stamp
	@mkdir -p var
	@$(VENV) -m babel.messages.frontend --quiet compile --directory cribsite/locale --domain django
	@touch var/words.stamp

test: .venv/dev.stamp keys words
	@$(VENV) -m pytest $(SIDE_BY_SIDE) -m "$(MARKED)" $(TESTS)

test-long: .venv/dev.stamp keys words
	@$(VENV) -m pytest $(SIDE_BY_SIDE) -m "long and not timed"

# Two parts, which CI does side by side: the types alone take nearly as long as all the others.
check: check-types check-others

check-types: .venv/dev.stamp keys words
	$(VENV) -m mypy

check-others: .venv/dev.stamp keys words
	$(VENV) -m ruff check .
	$(VENV) -m ruff format --check .
	$(VENV) -c "from importlinter.cli import lint_imports_command; lint_imports_command()"
	$(VENV) -m djlint templates --check --quiet
	$(VENV) -m djlint templates --lint --quiet
	$(VENV) -m pytest --quiet tests/test_words.py
	$(VENV) manage.py makemigrations --check --dry-run
	SITE_URL=https://cribsite.example DATABASE_URL=postgres://cribsite@db/cribsite REDIS_URL=redis://redis \
		$(VENV) manage.py check --deploy --fail-level WARNING

audit: .venv/dev.stamp
	@$(VENV) -m pip_audit --requirement requirements-lock.txt --no-deps --disable-pip --strict

bench: .venv/dev.stamp setup
	@$(VENV) -m tests.load.bench

bench-flood: .venv/dev.stamp setup
	@$(VENV) -m tests.load.flood
	@$(VENV) -m pytest -m timed tests/load

bench-smoothness: .venv/dev.stamp keys words
	@$(VENV) -m pytest -m timed tests/browser

bench-history: .venv/dev.stamp setup
	@$(VENV) -m tests.load.history

bench-admin: .venv/dev.stamp setup
	@$(VENV) -m tests.load.admin

messages: .venv/dev.stamp keys
	@$(VENV) manage.py makemessages --locale es --locale sw --no-location --no-wrap --no-obsolete --ignore .venv --ignore var --ignore tests

clean:
	rm -rf .venv
